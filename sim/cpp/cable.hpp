// C functions around one Verilated model with a bus adapter for a cable. The file that includes this one has included
// the model's C++ and defined CARILLON_MODEL (its class), CARILLON_TABLE (the name of the one exported function) and
// CARILLON_CABLE_UART or CARILLON_CABLE_SPI. The structures here and in src/ffi/cable.rs must agree field by field.

#include <cstdint>
#include <new>

#include "context.hpp"
#include "verilated.h"

namespace {

struct Chip {
    Context context;
    CARILLON_MODEL top{&context, ""};

    Chip() {
        context.made();
        drive(0);
        power_up(top);
    }
    ~Chip() { top.final(); }

    // Bit 0 is the reset pin.
    void drive(uint8_t pins) {
        top.reset = pins & 1;
#if defined(CARILLON_CABLE_UART)
        top.uart_rx = pins >> 1 & 1;
#elif defined(CARILLON_CABLE_SPI)
        top.spi_sck = pins >> 1 & 1;
        top.spi_cs_n = pins >> 2 & 1;
        top.spi_mosi = pins >> 3 & 1;
#endif
    }

    // Bit 0 is the interrupt line. All outputs are registers, so they stand from one rising edge to the next.
    uint8_t sample() const {
#if defined(CARILLON_CABLE_UART)
        return static_cast<uint8_t>(top.irq | top.uart_tx << 1);
#elif defined(CARILLON_CABLE_SPI)
        return static_cast<uint8_t>(top.irq | top.spi_miso << 1);
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

uint8_t sample(const void* pointer) { return static_cast<const Chip*>(pointer)->sample(); }

// Runs the clock with `pins` at the inputs until an output of `mask` is what it is in `awaited`, but no more than
// `limit` clocks. Returns how many were run. With an empty mask it runs all.
uint64_t run(void* pointer, uint8_t pins, uint64_t limit, uint8_t mask, uint8_t awaited) {
    Chip& self = chip(pointer);
    self.drive(pins);
    uint64_t n = 0;
    for (; n < limit && (mask == 0 || ((self.sample() ^ awaited) & mask) == mask); ++n) self.clock();
    return n;
}

struct Functions {
    void* (*create)();
    void (*destroy)(void*);
    uint8_t (*sample)(const void*);
    uint64_t (*run)(void*, uint8_t, uint64_t, uint8_t, uint8_t);
};

constexpr Functions functions{create, destroy, sample, run};

}  // namespace

extern "C" const void* CARILLON_TABLE() { return &functions; }
