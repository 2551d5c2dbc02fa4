// The Verilated SoC behind C functions. The file that includes this one has included the model's C++ and defined
// CARILLON_MODEL (its class), CARILLON_TABLE (the name of the one exported function) and CARILLON_WAVES (1 where the
// model can be traced, else 0). src/ffi.rs holds the Rust side; the structures here and there must agree field by
// field.

#include <cstddef>
#include <cstdint>
#include <new>

#include "verilated.h"
#if CARILLON_WAVES
#include "verilated_vcd_c.h"
#endif

namespace {

// What happened in the last clock of a run, as bits of what `run` returns.
enum Happened : uint32_t { Told = 1, Finished = 2, Printed = 4, Taken = 8, Read = 16 };

struct Seen {
    uint32_t told;     // with Told
    uint32_t status;   // with Finished
    uint32_t printed;  // with Printed
};

struct Counts {
    uint64_t clocks;        // rising edges since the beginning
    uint64_t asleep;        // clocks in which the processor waited in `wfi`
    uint64_t irq_rises;     // how often the chip's interrupt line rose
    uint64_t interrupts;    // how often the processor entered its interrupt routine
    uint64_t instructions;  // instructions that the processor has finished
    uint64_t cycle;         // the processor's own counter of clocks
    uint64_t rose;          // the clock in which the chip's interrupt line rose last
    uint64_t entered;       // the clock in which the processor entered its interrupt routine last
    uint32_t pc;            // of the last instruction finished
    uint8_t irq;            // the chip's interrupt line
    uint8_t sleeps;         // whether the processor waits in `wfi`
};

// Nanoseconds in the wave file.
constexpr uint64_t nanoseconds_per_clock = 10;

struct Soc {
    VerilatedContext context;  // one for each SoC: nothing is shared between instances
    CARILLON_MODEL top{&context, ""};
#if CARILLON_WAVES
    VerilatedVcdC* wave = nullptr;  // owned by Rust, outlived by the SoC
#endif
    Counts counts{};
    uint32_t* profile = nullptr;  // owned by Rust: a count for each halfword of `rom`
    std::size_t profiled = 0;

    Soc() {
        top.reset = 1;
        top.asked_valid = 0;
        top.serial_sink_valid = 0;
        top.serial_source_ready = 1;
        top.told_ready = 1;
        top.clock = 1;  // so that the first thing that happens is a falling edge
        top.eval();
    }
    ~Soc() { top.final(); }

#if CARILLON_WAVES
    void dump(uint64_t time) {
        if (wave) wave->dump(time);
    }
#else
    void dump(uint64_t) {}
#endif

    auto& memory(uint32_t which) { return which == 0 ? top.soc->rom : top.soc->main_ram; }

    // One clock; returns what happened in it.
    uint32_t clock(Seen& seen) {
        top.clock = 0;
        top.eval();
        dump(counts.clocks * nanoseconds_per_clock + nanoseconds_per_clock / 2);
        uint32_t happened = 0;
        if (top.told_valid) {
            happened |= Told;
            seen.told = top.told_data;
        }
        if (top.finished) {
            happened |= Finished;
            seen.status = top.status;
        }
        if (top.serial_source_valid) {
            happened |= Printed;
            seen.printed = top.serial_source_data;
        }
        if (top.asked_valid && top.asked_ready) happened |= Taken;
        if (top.serial_sink_valid && top.serial_sink_ready) happened |= Read;
        const auto& processor = *top.soc->VexRiscv;
        const bool irq = counts.irq;
        counts.sleeps = processor.CsrPlugin_inWfi;
        counts.asleep += counts.sleeps;
        if (processor.CsrPlugin_interruptJump) {
            ++counts.interrupts;
            counts.entered = counts.clocks;
        }
        if (processor.lastStageIsFiring) {
            ++counts.instructions;
            counts.pc = processor.lastStagePc;
        }
        // A clock belongs to the instruction that the processor finished last.
        if (profile && !counts.sleeps && counts.pc / 2 < profiled) ++profile[counts.pc / 2];
        top.clock = 1;
        top.eval();
        ++counts.clocks;
        dump(counts.clocks * nanoseconds_per_clock);
        counts.irq = top.irq;
        if (counts.irq && !irq) {
            ++counts.irq_rises;
            counts.rose = counts.clocks;
        }
        if (happened & Taken) top.asked_valid = 0;
        if (happened & Read) top.serial_sink_valid = 0;
        return happened;
    }
};

Soc& soc(void* pointer) { return *static_cast<Soc*>(pointer); }

void* create() {
    try {
        return new Soc;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void destroy(void* pointer) { delete &soc(pointer); }

// Runs at most `limit` clocks, and no further than the first in which something happens. Returns what.
uint32_t run(void* pointer, uint64_t limit, Seen* seen) {
    Soc& self = soc(pointer);
    uint32_t happened = 0;
    for (uint64_t n = 0; n < limit && !happened; ++n) happened = self.clock(*seen);
    return happened;
}

void reset(void* pointer, uint8_t pin) { soc(pointer).top.reset = pin; }

void load(void* pointer, uint32_t memory, uint32_t index, uint32_t word) { soc(pointer).memory(memory)[index] = word; }

uint32_t peek(void* pointer, uint32_t memory, uint32_t index) { return soc(pointer).memory(memory)[index]; }

void ask(void* pointer, uint32_t word) {
    Soc& self = soc(pointer);
    self.top.asked_data = word;
    self.top.asked_valid = 1;
}

void type(void* pointer, uint8_t byte) {
    Soc& self = soc(pointer);
    self.top.serial_sink_data = byte;
    self.top.serial_sink_valid = 1;
}

void count(void* pointer, Counts* counts) {
    Soc& self = soc(pointer);
    *counts = self.counts;
    counts->cycle = self.top.soc->VexRiscv->CsrPlugin_mcycle;
}

void set_profile(void* pointer, uint32_t* counts, std::size_t length) {
    Soc& self = soc(pointer);
    self.profile = counts;
    self.profiled = length;
}

#if CARILLON_WAVES
// Registers the model with a wave file that is not open yet. `start_wave` follows once it is.
void prepare_wave(void* pointer, void* wave) {
    Soc& self = soc(pointer);
    self.context.traceEverOn(true);
    self.top.trace(static_cast<VerilatedVcdC*>(wave), 99);
}

void start_wave(void* pointer, void* wave) {
    Soc& self = soc(pointer);
    self.wave = static_cast<VerilatedVcdC*>(wave);
    self.wave->dump(self.counts.clocks * nanoseconds_per_clock);
}
#else
constexpr std::nullptr_t prepare_wave = nullptr;
constexpr std::nullptr_t start_wave = nullptr;
#endif

struct Functions {
    void* (*create)();
    void (*destroy)(void*);
    uint32_t (*run)(void*, uint64_t, Seen*);
    void (*reset)(void*, uint8_t);
    void (*load)(void*, uint32_t, uint32_t, uint32_t);
    uint32_t (*peek)(void*, uint32_t, uint32_t);
    void (*ask)(void*, uint32_t);
    void (*type)(void*, uint8_t);
    void (*count)(void*, Counts*);
    void (*set_profile)(void*, uint32_t*, std::size_t);
    void (*prepare_wave)(void*, void*);  // null in the model that cannot be traced, like the next
    void (*start_wave)(void*, void*);
};

constexpr Functions functions{create, destroy, run,   reset,       load,         peek,
                              ask,    type,    count, set_profile, prepare_wave, start_wave};

}  // namespace

extern "C" const void* CARILLON_TABLE() { return &functions; }
