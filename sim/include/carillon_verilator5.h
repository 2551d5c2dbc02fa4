/* Lets the crate `verilated` 0.1.2, written for Verilator 4, build unchanged with Verilator 5.
 *
 * .cargo/config.toml forces this header into the C++ that build scripts compile. It acts only where the crate's build
 * script has defined VERILATOR_VERSION_MAJOR as 5 or more: there it names a late version 4 instead, so that the crate's
 * shim takes the branch that fits (add/remove callbacks), and renames the one method that Verilator 5 has renamed.
 * Verilator's own headers do not look at these macros. */
#if defined(VERILATOR_VERSION_MAJOR) && VERILATOR_VERSION_MAJOR >= 5
#undef VERILATOR_VERSION_MAJOR
#undef VERILATOR_VERSION_MINOR
#define VERILATOR_VERSION_MAJOR 4
#define VERILATOR_VERSION_MINOR 220
#define rolloverMB rolloverSize
#endif
