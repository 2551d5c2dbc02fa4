// One Verilated model behind C functions. The build script writes, for each model, a file that includes Verilator's
// output, defines CARILLON_MODEL (the class), CARILLON_TABLE (the exported function), CARILLON_WAVES (1 where the model
// can be traced, else 0), CARILLON_COVERAGE (1 where it counts, else 0), CARILLON_MUTANTS (1 where it holds mutants of
// the chip, else 0), CARILLON_ALARM and CARILLON_WHEELS (what it has), and includes this header. Where it defines CARILLON_PLAIN_TABLE, that exports the same model
// once more, as one that cannot be traced. sim/src/ffi.rs holds the Rust side; the structures here and there must agree
// field by field.

#include <chrono>
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
#if CARILLON_WAVES
#include "verilated_vcd_c.h"
#endif
#define CARILLON_SAVES (CARILLON_WAVES && !CARILLON_COVERAGE)
#if CARILLON_SAVES
#include <string>

#include "verilated_save.h"
#endif

namespace {

struct Inputs {
    uint8_t reset, wb_cyc, wb_stb, wb_we, wb_sel, wb_adr;
    uint32_t wb_dat_w;
};

struct Outputs {
    uint8_t irq, wb_ack, wb_err, wb_stall;
    uint32_t wb_dat_r;
};

struct Transfer {
    uint8_t pipelined, write, address;
    uint32_t data;   // in: the word to write; out: the word read
    uint32_t limit;  // clocks until the transfer is given up
};

// What can be seen inside a chip without a clock. The arrays are the caller's.
struct Peek {
    uint64_t now, cursor;
    uint16_t* busy;   // words of sixteen slots
    uint32_t* places; // late (bit 0), wheel (bits 3 to 1) and slot (bits 23 to 4) of each event
    uint32_t* ticks;  // the low 32 bits of each event's tick
    uint32_t words;   // length of `busy`
    uint32_t events;  // length of `places` and `ticks`: the FIFO's depth
    uint32_t level;   // out: events in the FIFO
};

enum Status : uint32_t { Acknowledged = 0, Refused = 1, TimedOut = 2 };

constexpr uint64_t nanoseconds_per_clock = 10;

struct Chip {
    Context context;
    CARILLON_MODEL top;
#if CARILLON_WAVES
    VerilatedVcdC* wave = nullptr;  // owned by Rust, outlived by the chip
#endif
    uint64_t clocks = 0;

    Chip()
        : top{&context, ""} {
        context.made();
        idle();
#if CARILLON_MUTANTS
        // Which mutant, for the whole life of the chip; 0 is the chip as it should be.
        const char* const mutant = std::getenv("CARILLON_MUTANT");
        top.mutsel = mutant ? std::strtoul(mutant, nullptr, 10) : 0;
#endif
        power_up(top);
    }
    ~Chip() { top.final(); }

    void idle() {
        top.wb_cyc = 0;
        top.wb_stb = 0;
        top.wb_we = 0;
        top.wb_sel = 0;
        top.wb_adr = 0;
        top.wb_dat_w = 0;
    }

#if CARILLON_WAVES
    void dump(uint64_t time) {
        if (wave) wave->dump(time);
    }
#else
    void dump(uint64_t) {}
#endif

    // The first half of a clock: the pins settle while the clock is low.
    void settle() {
        top.clock = 0;
        top.eval();
        dump(clocks * nanoseconds_per_clock + nanoseconds_per_clock / 2);
    }

    // The second half: the rising edge.
    void rise() {
        top.clock = 1;
        top.eval();
        after_rise();
    }

    void after_rise() {
        ++clocks;
        dump(clocks * nanoseconds_per_clock);
    }

    void sample(Outputs& outputs) const {
        outputs.irq = top.irq;
        outputs.wb_ack = top.wb_ack;
        outputs.wb_err = top.wb_err;
        outputs.wb_stall = top.wb_stall;
        outputs.wb_dat_r = top.wb_dat_r;
    }

    Status transfer(Transfer& request) {
        top.wb_cyc = 1;
        top.wb_stb = 1;
        top.wb_we = request.write;
        top.wb_sel = 0xF;
        top.wb_adr = request.address;
        top.wb_dat_w = request.write ? request.data : 0;
        Status status = TimedOut;
        for (uint32_t n = 0; n < request.limit && status == TimedOut; ++n) {
            settle();
            const bool accepted = !top.wb_stall;
            if (top.wb_err) {
                status = Refused;
            } else if (top.wb_ack) {
                status = Acknowledged;
                request.data = top.wb_dat_r;
            }
            rise();
            if (request.pipelined && accepted) top.wb_stb = 0;
        }
        idle();
        return status;
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

void step(void* pointer, const Inputs* inputs, Outputs* outputs) {
    Chip& self = chip(pointer);
    self.top.reset = inputs->reset;
    self.top.wb_cyc = inputs->wb_cyc;
    self.top.wb_stb = inputs->wb_stb;
    self.top.wb_we = inputs->wb_we;
    self.top.wb_sel = inputs->wb_sel;
    self.top.wb_adr = inputs->wb_adr;
    self.top.wb_dat_w = inputs->wb_dat_w;
    self.settle();
    self.sample(*outputs);
    self.rise();
}

void run(void* pointer, uint64_t clocks) {
    Chip& self = chip(pointer);
    for (uint64_t n = 0; n < clocks; ++n) {
        self.settle();
        self.rise();
    }
}

uint64_t run_until_irq(void* pointer, uint64_t limit) {
    Chip& self = chip(pointer);
    uint64_t n = 0;
    for (; n < limit && !self.top.irq; ++n) {
        self.settle();
        self.rise();
    }
    return n;
}

uint32_t transfer(void* pointer, Transfer* request) { return chip(pointer).transfer(*request); }

void hold_reset(void* pointer, uint64_t clocks) {
    Chip& self = chip(pointer);
    self.idle();
    self.top.reset = 1;
    run(pointer, clocks);
    self.top.reset = 0;
}

#if CARILLON_MUTANTS
constexpr std::nullptr_t load_ticks = nullptr;
#else
// One clock at whose edge both counts of ticks take the value `tick`, in place of what their adders say. The registers
// and the memory of the upper bytes are those of hdl/src/counter_chip/tick_counts.rs. What follows from them is settled anew.
#define CARILLON_JOIN_NAMES(first, second) first##second
#define CARILLON_OF_ROOT(model, name) CARILLON_JOIN_NAMES(model, ___024root___##name)
#define CARILLON_COUNTS(name) self.top.rootp->carillon_counter_wishbone__DOT__core__DOT__tick_counts__DOT__##name

void load_ticks(void* pointer, uint64_t tick) {
    Chip& self = chip(pointer);
    self.idle();
    self.settle();
    self.top.clock = 1;
    self.top.eval();
    // Of the cursor the memory holds the next upper bytes.
    const uint64_t upper = tick >> 8, next = upper + 1;
    for (int byte = 1; byte < 8; ++byte) {
        CARILLON_COUNTS(bytes__DOT__entries)[byte] = upper >> 8 * (byte - 1) & 0xFF;
        CARILLON_COUNTS(bytes__DOT__entries)[8 + byte] = next >> 8 * (byte - 1) & 0xFF;
    }
    CARILLON_COUNTS(has_result) = 0;
    CARILLON_COUNTS(now_low) = tick & 0xFF;
    CARILLON_COUNTS(cursor_low) = tick & 0xFF;
    CARILLON_COUNTS(upper) = upper & 0xFFFFFF;
    CARILLON_COUNTS(next_1) = next & 0xFF;
    CARILLON_COUNTS(next_2) = next >> 8 & 0xFF;
    CARILLON_COUNTS(next_3) = next >> 16 & 0xFF;
#if CARILLON_ALARM
    // The alarm's own now: the parts and their widths are those of hdl/src/shared/now.rs.
    self.top.rootp->carillon_counter_wishbone__DOT__core__DOT__host__DOT__with_alarm__DOT__now__DOT__part_0 = tick & 0x3FF;
    self.top.rootp->carillon_counter_wishbone__DOT__core__DOT__host__DOT__with_alarm__DOT__now__DOT__part_1 = tick >> 10 & 0x7FF;
    self.top.rootp->carillon_counter_wishbone__DOT__core__DOT__host__DOT__with_alarm__DOT__now__DOT__part_2 = tick >> 21 & 0x7FF;
    self.top.rootp->carillon_counter_wishbone__DOT__core__DOT__host__DOT__with_alarm__DOT__now__DOT__part_3 = tick >> 32 & 0xFFFF;
    self.top.rootp->carillon_counter_wishbone__DOT__core__DOT__host__DOT__with_alarm__DOT__now__DOT__part_4 = tick >> 48;
#endif
    CARILLON_OF_ROOT(CARILLON_MODEL, eval_settle)(self.top.rootp);
    self.after_rise();
}
#undef CARILLON_OF_ROOT
#undef CARILLON_JOIN_NAMES
#undef CARILLON_COUNTS
#endif

uint8_t irq(const void* pointer) { return static_cast<const Chip*>(pointer)->top.irq; }

uint64_t clocks(const void* pointer) { return static_cast<const Chip*>(pointer)->clocks; }

#if CARILLON_WAVES
// Registers the model with a wave file that is not open yet. `start_wave` follows once it is.
void prepare_wave(void* pointer, void* wave) {
    Chip& self = chip(pointer);
    self.context.traceEverOn(true);
    self.top.trace(static_cast<VerilatedVcdC*>(wave), 99);
}

void start_wave(void* pointer, void* wave) {
    Chip& self = chip(pointer);
    self.wave = static_cast<VerilatedVcdC*>(wave);
    self.wave->dump(self.clocks * nanoseconds_per_clock);
}
#else
constexpr std::nullptr_t prepare_wave = nullptr;
constexpr std::nullptr_t start_wave = nullptr;
#endif

#if CARILLON_SAVES
// The model's state in memory.
class Writer final : public VerilatedSerialize {
public:
    std::string bytes;
    Writer() { m_isOpen = true; }
    ~Writer() override = default;
    void flush() override {
        bytes.append(reinterpret_cast<const char*>(m_bufp), m_cp - m_bufp);
        m_cp = m_bufp;
    }
};

// The same, to be read again.
class Reader final : public VerilatedDeserialize {
    const uint8_t* next;
    const uint8_t* end;

public:
    Reader(const uint8_t* bytes, std::size_t size)
        : next{bytes}
        , end{bytes + size} {
        m_isOpen = true;
        m_cp = m_bufp;
        m_endp = m_bufp;
    }
    ~Reader() override = default;
    // Moves what is not read yet to the front and fills the rest. Verilator asks for this whenever less than its
    // reserve is there, before each signal: so the end is said to be that of the buffer even where the state ends
    // earlier.
    void fill() override {
        uint8_t* to = m_bufp;
        while (m_cp < m_endp) *to++ = *m_cp++;
        while (to < m_bufp + bufferSize() && next < end) *to++ = *next++;
        m_cp = m_bufp;
        m_endp = m_bufp + bufferSize();
    }
};

// Saves the state; `take` gets it, valid during the call.
void save(void* pointer, void* to, void (*take)(void*, const uint8_t*, std::size_t)) {
    Chip& self = chip(pointer);
    Writer writer;
    writer << self.clocks;
    writer << self.top;
    writer.flush();
    take(to, reinterpret_cast<const uint8_t*>(writer.bytes.data()), writer.bytes.size());
}

// Restores a state that `save` of the same model gave.
void restore(void* pointer, const uint8_t* bytes, std::size_t size) {
    Chip& self = chip(pointer);
    Reader reader{bytes, size};
    reader >> self.clocks;
    reader >> self.top;
}
#else
constexpr std::nullptr_t save = nullptr;
constexpr std::nullptr_t restore = nullptr;
#endif

#if CARILLON_WAVES
#define CARILLON_CORE(name) carillon_counter_wishbone__DOT__core__DOT__##name
#define CARILLON_COUNTS(name) carillon_counter_wishbone__DOT__core__DOT__tick_counts__DOT__##name

// The busy bits of a memory with two ports, or one.
#define CARILLON_BITS(name) CARILLON_CORE(busy_bits__DOT__bits__DOT__##name)
template <class Root>
auto busy_word(const Root* root, uint32_t number, int) -> decltype(root->CARILLON_BITS(block_ram__DOT__busy)[0], 0U) {
    uint32_t word = 0;
    for (uint32_t bit = 0; bit < 16; ++bit) {
        word |= uint32_t{root->CARILLON_BITS(block_ram__DOT__busy)[16 * number + bit]} << bit;
    }
    return word;
}
#define CARILLON_BANK CARILLON_BITS(one_port__DOT__bits__DOT__banks__BRA__0__KET____DOT__busy)
template <class Root>
auto busy_word(const Root* root, uint32_t number, long) -> decltype(root->CARILLON_BANK[0], 0U) {
    return root->CARILLON_BANK[number];
}
#undef CARILLON_BANK
#undef CARILLON_BITS

// The upper seven bytes of a count as they will be once the carry that walks through them is done. The numbers, the
// registers and the memory are those of hdl/src/counter_chip/tick_counts.rs.
template <class Root>
uint64_t upper_bytes(const Root* root, uint32_t number) {
    uint64_t upper = 0;
    for (uint32_t byte = 1; byte < 8; ++byte) {
        const uint32_t address = 8 * number + byte;
        // One byte may not have been written yet.
        const bool waits = root->CARILLON_COUNTS(has_result) && root->CARILLON_COUNTS(result_address) == address;
        uint64_t held = root->CARILLON_COUNTS(bytes__DOT__entries)[address];
        if (waits) held = root->CARILLON_COUNTS(result);
        upper |= held << 8 * (byte - 1);
    }
    if (root->CARILLON_COUNTS(adding) && !root->CARILLON_COUNTS(reading) && root->CARILLON_COUNTS(number) == number) {
        upper += uint64_t{root->CARILLON_COUNTS(carry)} << 8 * (root->CARILLON_COUNTS(place) - 1);
    }
    return upper;
}

// The lowest byte of the cursor's tick as the host sees it, and whether a carry out of it waits that the host is to
// see. In a cascade, with several wheels, that is the tick before.
template <class Root>
uint32_t shown_low(const Root* root) {
#if CARILLON_WHEELS > 1
    return root->CARILLON_COUNTS(finished_low);
#else
    return root->CARILLON_COUNTS(cursor_low);
#endif
}
template <class Root>
uint32_t shown_carry(const Root* root) {
#if CARILLON_WHEELS > 1
    return root->CARILLON_COUNTS(cursor_carry) && !root->CARILLON_COUNTS(finishing);
#else
    return root->CARILLON_COUNTS(cursor_carry);
#endif
}

// Both counts of ticks, the busy bits, and the event FIFO from its head on. The arrays are as long as the model's.
void peek(const void* pointer, Peek* into) {
    const auto* const root = static_cast<const Chip*>(pointer)->top.rootp;
    into->now = root->CARILLON_COUNTS(now_low);
    into->cursor = shown_low(root);
    // While the memory is being zeroed both are less than 256.
    if (!root->CARILLON_COUNTS(zeroing)) {
        into->now += (upper_bytes(root, 0) + root->CARILLON_COUNTS(now_carry)) << 8;
        // Of the cursor the memory holds the next upper bytes.
        into->cursor += (upper_bytes(root, 1) + shown_carry(root) - 1) << 8;
    }
    // The memory is in the order of inverted slots.
    for (uint32_t n = 0; n < into->words; ++n) {
        const uint32_t word = busy_word(root, into->words - 1 - n, 0);
        into->busy[n] = 0;
        for (uint32_t bit = 0; bit < 16; ++bit) into->busy[n] |= (word >> (15 - bit) & 1) << bit;
    }
    const auto& places = root->CARILLON_CORE(event_fifo__DOT__places__DOT__entries);
    const auto& ticks = root->CARILLON_CORE(event_fifo__DOT__ticks__DOT__entries);
    // Events are in the upper half of a memory twice as large as the FIFO, or in all of it if the FIFO is deep.
    const uint32_t depth = into->events;
    const uint32_t first = std::size(places.m_storage) - depth;
    // Of the places taken, the last two may not be filled yet; after a reset none is taken any more.
    const uint32_t taken = root->CARILLON_CORE(event_fifo__DOT__taken);
    const uint32_t coming =
        root->CARILLON_CORE(event_fifo__DOT__filling) + root->CARILLON_CORE(event_fifo__DOT__timing);
    into->level = taken > coming ? taken - coming : 0;
    // The pointer goes on a clock after a pop.
    const uint32_t head =
        root->CARILLON_CORE(event_fifo__DOT__read_pointer) + root->CARILLON_CORE(event_fifo__DOT__popped);
    for (uint32_t n = 0; n < into->level && n < depth; ++n) {
        into->places[n] = places[first + (head + n) % depth];
        into->ticks[n] = ticks[first + (head + n) % depth];
    }
}
#undef CARILLON_COUNTS
#undef CARILLON_CORE
#else
constexpr std::nullptr_t peek = nullptr;
#endif

#include "coverage.hpp"

uint8_t counts_coverage() { return CARILLON_COVERAGE; }

// What a C++ programmer would write by hand, the benchmark's yardstick: nothing but the model and its clock. The chip
// is reset, has cleared its memory after `clearing` clocks, and is enabled through CTRL (word address `control`) before
// the time is taken.
struct Bare {
    Context context;
    CARILLON_MODEL top{&context, ""};

    Bare(uint64_t clearing, uint8_t control) {
        context.made();
        top.reset = 1;
        for (int n = 0; n < 4; ++n) tick();
        top.reset = 0;
        for (uint64_t n = 0; n < clearing; ++n) tick();
        top.wb_sel = 0xF;
        top.wb_we = 1;
        top.wb_adr = control;
        top.wb_dat_w = 1;  // CTRL.enable
        access();
        top.wb_we = 0;
    }
    ~Bare() { top.final(); }

    void tick() {
        top.clock = 0;
        top.eval();
        top.clock = 1;
        top.eval();
    }

    // One classic transfer; returns the clocks that it took.
    uint64_t access() {
        uint64_t n = 0;
        top.wb_cyc = 1;
        top.wb_stb = 1;
        for (bool done = false; !done; ++n) {
            top.clock = 0;
            top.eval();
            done = top.wb_ack || top.wb_err;
            top.clock = 1;
            top.eval();
        }
        top.wb_cyc = 0;
        top.wb_stb = 0;
        return n;
    }
};

template <class Work>
uint64_t nanoseconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const auto spent = std::chrono::steady_clock::now() - start;
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
}

uint64_t bare_clocks(uint64_t clearing, uint8_t control, uint64_t clocks) {
    Bare bare{clearing, control};
    return nanoseconds([&] {
        for (uint64_t n = 0; n < clocks; ++n) bare.tick();
    });
}

// One read of the register at word `address` after another.
uint64_t bare_reads(uint64_t clearing, uint8_t control, uint64_t reads, uint8_t address) {
    Bare bare{clearing, control};
    bare.top.wb_adr = address;
    return nanoseconds([&] {
        for (uint64_t n = 0; n < reads; ++n) bare.access();
    });
}

struct Functions {
    void* (*create)();
    void (*destroy)(void*);
    void (*step)(void*, const Inputs*, Outputs*);
    void (*run)(void*, uint64_t);
    uint64_t (*run_until_irq)(void*, uint64_t);
    uint32_t (*transfer)(void*, Transfer*);
    void (*hold_reset)(void*, uint64_t);
    uint8_t (*irq)(const void*);
    uint64_t (*clocks)(const void*);
    void (*prepare_wave)(void*, void*);  // null in models that cannot be traced, like the next
    void (*start_wave)(void*, void*);
    void (*load_ticks)(void*, uint64_t);          // null in models that hold mutants
    uint8_t (*counts)();
    void (*write_coverage)(void*, const char*);
    uint64_t (*bare_clocks)(uint64_t, uint8_t, uint64_t);
    uint64_t (*bare_reads)(uint64_t, uint8_t, uint64_t, uint8_t);
    // Null in models that cannot be traced, or count coverage.
    void (*save)(void*, void*, void (*)(void*, const uint8_t*, std::size_t));
    void (*restore)(void*, const uint8_t*, std::size_t);
    void (*peek)(const void*, Peek*);  // null in models that cannot be traced
};

constexpr Functions functions{create,       destroy,    step,       run,             run_until_irq,  transfer,    hold_reset, irq,
                              clocks,       prepare_wave, start_wave, load_ticks,    counts_coverage, write_coverage, bare_clocks, bare_reads,
                              save,         restore,    peek};
#ifdef CARILLON_PLAIN_TABLE
constexpr Functions plain{create,  destroy, step,    run,        run_until_irq,   transfer,       hold_reset,  irq,
                          clocks,  nullptr, nullptr, load_ticks, counts_coverage, write_coverage, bare_clocks, bare_reads,
                          nullptr, nullptr, nullptr};
#endif

}  // namespace

extern "C" const void* CARILLON_TABLE() { return &functions; }
#ifdef CARILLON_PLAIN_TABLE
extern "C" const void* CARILLON_PLAIN_TABLE() { return &plain; }
#endif
