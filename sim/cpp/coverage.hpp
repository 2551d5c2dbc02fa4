// What one model counts. Included inside the namespace that has `Chip` and `chip()`, after the headers of Verilator's
// coverage, <mutex> and <vector>; CARILLON_COVERAGE is 1 where the model counts, else 0.

#if CARILLON_COVERAGE
// What all chips of this model have counted that were written so far.
struct Counts {
    std::mutex mutex;
    std::vector<uint32_t> sums;
};
Counts counts;

// Adds the chip's counts to those of the model's earlier chips and writes the sums; the chip then starts to count anew.
void write_coverage(void* pointer, const char* path) {
    Chip& self = chip(pointer);
    const std::lock_guard<std::mutex> guard{counts.mutex};
    auto& counters = self.top.rootp->vlSymsp->__Vcoverage;
    counts.sums.resize(std::size(counters));
    for (std::size_t n = 0; n < counts.sums.size(); ++n) {
        const uint64_t sum = uint64_t{counts.sums[n]} + counters[n];
        counts.sums[n] = sum > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(sum);
        counters[n] = counts.sums[n];
    }
    self.context.coveragep()->write(path);
    for (auto& counter : counters) counter = 0;
}
#else
void write_coverage(void*, const char*) {}
#endif
