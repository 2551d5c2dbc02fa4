// Verilator's writer of wave files as C functions, for `src/ffi/wave.rs`.

#include "verilated_vcd_c.h"

extern "C" VerilatedVcdC* carillon_wave_new() { return new VerilatedVcdC; }

extern "C" uint8_t carillon_wave_open(VerilatedVcdC* wave, const char* path) {
    wave->open(path);
    return wave->isOpen();
}

extern "C" void carillon_wave_flush(VerilatedVcdC* wave) { wave->flush(); }

extern "C" void carillon_wave_delete(VerilatedVcdC* wave) {
    wave->close();
    delete wave;
}
