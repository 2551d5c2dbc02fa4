// Verilator's thread support, and what saves a model's state. The crate `verilated` leaves them out of its run-time
// library, although Verilator 5 needs them. They are in one object with a function that the Rust side always calls, so
// that every linker takes it.

#include "verilated_save.cpp"
#include "verilated_threads.cpp"

#ifndef CARILLON_COVERAGE_COMPILED
#define CARILLON_COVERAGE_COMPILED 0
#endif

#include <cstdlib>

namespace {

void* no_chip() { return nullptr; }
uint8_t no_counts() { return 0; }
[[noreturn]] void never() { std::abort(); }

template <class Function>
const void* address(Function* function) {
    return reinterpret_cast<const void*>(function);
}

}  // namespace

// The table of a model that is left out: `Functions` of shim.hpp, where only `create` and `counts` are ever called.
extern "C" const void* carillon_sim_left_out() {
    static const void* const table[] = {
        address(no_chip),   address(never), address(never), address(never), address(never), address(never),
        address(never),     address(never), address(never), nullptr,        nullptr,        nullptr,
        address(no_counts), address(never), address(never), address(never), nullptr,        nullptr,
        nullptr,
    };
    return table;
}

// The same for `Functions` of cable.hpp, which are fewer, and for those of timer.hpp.
extern "C" const void* carillon_sim_stepped_left_out() {
    static const void* const table[] = {address(no_chip), address(never), address(never), address(no_counts), address(never)};
    return table;
}

extern "C" uint8_t carillon_sim_coverage_compiled() { return CARILLON_COVERAGE_COMPILED; }
