// What a model lives in: each its own, so that nothing is shared between chips. Registers and memories, which have no
// first value, begin at random, the same in each run: the chip does not rely on what they begin with.

#pragma once

#include <mutex>

#include "verilated.h"

struct Context : VerilatedContext {
    // A seed is the whole process's, so models are made one at a time: held until the model has drawn its first values.
    std::unique_lock<std::mutex> drawing;

    Context()
        : drawing{others()} {
        randReset(2);
        randSeed(20261124);
    }

    // The model is made.
    void made() { drawing.unlock(); }

private:
    static std::mutex& others() {
        static std::mutex one;
        return one;
    }
};

// What a board does at power-up: the chip's pin holds it in reset for some clocks.
template <class Model>
void power_up(Model& top) {
    top.reset = 1;
    for (int n = 0; n < 4; ++n) {
        top.clock = 0;
        top.eval();
        top.clock = 1;  // and so the first thing that happens after this is a falling edge
        top.eval();
    }
    top.reset = 0;
    top.eval();
}
