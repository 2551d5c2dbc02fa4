// Verilator's thread support, which the crate `verilated` leaves out of its run-time library although Verilator 5 needs
// it, in one object with a function that the Rust side always calls, so that every linker takes it.

#include "verilated_threads.cpp"

#ifndef CARILLON_COVERAGE
#define CARILLON_COVERAGE 0
#endif

extern "C" uint8_t carillon_sim_coverage_compiled() { return CARILLON_COVERAGE; }
