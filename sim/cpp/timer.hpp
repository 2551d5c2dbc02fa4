// C functions around one Verilated timer chip. The file that includes this one has included the model's C++ and defined
// CARILLON_MODEL (its class), CARILLON_TABLE (the name of the one exported function), CARILLON_COVERAGE (1 where it
// counts, else 0), CARILLON_MUTANTS (1 where it holds mutants of the chip, else 0) and, for a chip without the pins of
// a memory, CARILLON_MEMORY_INSIDE. The structures here and in src/timer_chip.rs must agree field by field.

#include <cstddef>
#include <cstdint>
#if CARILLON_MUTANTS
#include <cstdlib>
#endif
#include <mutex>
#include <new>
#include <vector>

#include "context.hpp"
#include "verilated.h"
#include "verilated_cov.h"

namespace {

struct Inputs {
    uint8_t reset, wb_cyc, wb_stb, wb_we, wb_sel, memory_ack, memory_err, memory_stall;
    uint32_t wb_adr, wb_dat_w, memory_dat_r;
};

struct Outputs {
    uint8_t irq, wb_ack, wb_err, wb_stall, memory_cyc, memory_stb, memory_we, memory_sel;
    uint32_t wb_dat_r, memory_adr, memory_dat_w;
};

struct Chip {
    Context context;
    CARILLON_MODEL top{&context, ""};

    Chip() {
        context.made();
        drive(Inputs{});
#if CARILLON_MUTANTS
        // Which mutant, for the whole life of the chip; 0 is the chip as it should be.
        const char* const mutant = std::getenv("CARILLON_MUTANT");
        top.mutsel = mutant ? std::strtoul(mutant, nullptr, 10) : 0;
#endif
        power_up(top);
    }
    ~Chip() { top.final(); }

    void drive(const Inputs& inputs) {
        top.reset = inputs.reset;
        top.wb_cyc = inputs.wb_cyc;
        top.wb_stb = inputs.wb_stb;
        top.wb_we = inputs.wb_we;
        top.wb_sel = inputs.wb_sel;
        top.wb_adr = inputs.wb_adr;
        top.wb_dat_w = inputs.wb_dat_w;
#if !defined(CARILLON_MEMORY_INSIDE)
        top.memory_ack = inputs.memory_ack;
        top.memory_err = inputs.memory_err;
        top.memory_stall = inputs.memory_stall;
        top.memory_dat_r = inputs.memory_dat_r;
#endif
    }

    // All outputs follow from registers alone, so they stand from one rising edge to the next.
    void sample(Outputs& outputs) const {
        outputs.irq = top.irq;
        outputs.wb_ack = top.wb_ack;
        outputs.wb_err = top.wb_err;
        outputs.wb_stall = top.wb_stall;
        outputs.wb_dat_r = top.wb_dat_r;
#if !defined(CARILLON_MEMORY_INSIDE)
        outputs.memory_cyc = top.memory_cyc;
        outputs.memory_stb = top.memory_stb;
        outputs.memory_we = top.memory_we;
        outputs.memory_sel = top.memory_sel;
        outputs.memory_adr = top.memory_adr;
        outputs.memory_dat_w = top.memory_dat_w;
#else
        outputs.memory_cyc = outputs.memory_stb = outputs.memory_we = outputs.memory_sel = 0;
        outputs.memory_adr = outputs.memory_dat_w = 0;
#endif
    }

    bool asks_memory() const {
#if !defined(CARILLON_MEMORY_INSIDE)
        return top.memory_stb;
#else
        return false;
#endif
    }

    void clock() {
        top.clock = 0;
        top.eval();
        top.clock = 1;
        top.eval();
    }
};

Chip& chip(void* pointer) { return *static_cast<Chip*>(pointer); }

void* create() {
    try {
        return new Chip;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void destroy(void* pointer) { delete &chip(pointer); }

// Runs at least one clock and at most `limit` with the same inputs: until the chip asks for a memory transfer, answers
// on its register bus, or changes its interrupt line. Returns how many were run; `outputs` is what stands after the
// last edge.
uint64_t run(void* pointer, const Inputs* inputs, Outputs* outputs, uint64_t limit) {
    Chip& self = chip(pointer);
    self.drive(*inputs);
    const auto irq = self.top.irq;
    uint64_t n = 0;
    do {
        self.clock();
        ++n;
    } while (n < limit && !(self.asks_memory() | self.top.wb_ack | self.top.wb_err) && self.top.irq == irq);
    self.sample(*outputs);
    return n;
}

#if CARILLON_MUTANTS
constexpr std::nullptr_t load_ticks = nullptr;
#else
// Between two clocks: now becomes `tick`, and the tick to visit next the one after it. The registers are those of
// hdl/src/shared/now.rs, hdl/src/timer_chip/scan.rs and keeper.rs. What follows from them is settled anew.
#define CARILLON_JOIN_NAMES(first, second) first##second
#define CARILLON_OF_ROOT(model, name) CARILLON_JOIN_NAMES(model, ___024root___##name)
#define CARILLON_KEEPER(name) self.top.rootp->carillon_timer_wishbone__DOT__core__DOT__keeper__DOT__##name

void load_ticks(void* pointer, uint64_t tick) {
    Chip& self = chip(pointer);
    CARILLON_KEEPER(now__DOT__part_0) = tick & 0x3FF;
    CARILLON_KEEPER(now__DOT__part_1) = tick >> 10 & 0x7FF;
    CARILLON_KEEPER(now__DOT__part_2) = tick >> 21 & 0x7FF;
    CARILLON_KEEPER(now__DOT__part_3) = tick >> 32 & 0xFFFF;
    CARILLON_KEEPER(now__DOT__part_4) = tick >> 48;
    CARILLON_KEEPER(previous_half) = tick >> 31 & 1;
    CARILLON_KEEPER(scan__DOT__next_tick) = static_cast<uint32_t>(tick + 1);
    CARILLON_OF_ROOT(CARILLON_MODEL, eval_settle)(self.top.rootp);
}
#undef CARILLON_OF_ROOT
#undef CARILLON_JOIN_NAMES
#undef CARILLON_KEEPER
#endif

#include "coverage.hpp"

uint8_t counts_coverage() { return CARILLON_COVERAGE; }

struct Functions {
    void* (*create)();
    void (*destroy)(void*);
    uint64_t (*run)(void*, const Inputs*, Outputs*, uint64_t);
    void (*load_ticks)(void*, uint64_t);  // null in models that hold mutants
    uint8_t (*counts)();
    void (*write_coverage)(void*, const char*);
};

constexpr Functions functions{create, destroy, run, load_ticks, counts_coverage, write_coverage};

}  // namespace

extern "C" const void* CARILLON_TABLE() { return &functions; }
