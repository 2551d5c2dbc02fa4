// What bench.v does, for the C++ that Yosys makes of `pins`: `bench <vectors> <clocks>`.
#include PINS

#include <fstream>
#include <iostream>
#include <string>

// A reset takes hold within two clocks; until then an output may be anything.
constexpr unsigned UNKNOWN = 2;

constexpr unsigned DIGITS_A_CHUNK = 8;

template <size_t Bits>
void drive(cxxrtl::value<Bits> &pins, const std::string &digits) {
    for (size_t n = 0; n < digits.size(); n++) {
        const uint32_t digit = std::stoul(digits.substr(digits.size() - 1 - n, 1), nullptr, 16);
        uint32_t &chunk = pins.data[n / DIGITS_A_CHUNK];
        const unsigned at = 4 * (n % DIGITS_A_CHUNK);
        chunk = (chunk & ~(0xFu << at)) | digit << at;
    }
}

template <size_t Bits>
std::string digits_of(const cxxrtl::value<Bits> &pins) {
    std::string digits;
    for (size_t n = Bits / 4; n-- > 0;)
        digits += "0123456789abcdef"[pins.data[n / DIGITS_A_CHUNK] >> 4 * (n % DIGITS_A_CHUNK) & 0xF];
    return digits;
}

template <size_t Bits>
std::string digits_of(const cxxrtl::wire<Bits> &pins) {
    return digits_of(pins.curr);
}

int main(int, char **arguments) {
    std::ifstream vectors(arguments[1]);
    cxxrtl_design::p_pins chip;
    const unsigned all = std::stoul(arguments[2]);
    unsigned clocks = 0;
    for (std::string line; clocks < all && std::getline(vectors, line);) {
        if (line.rfind("//", 0) == 0)
            continue;
        std::string digits;
        for (const char c : line)
            if (c != '_')
                digits += c;
        drive(chip.p_driven, digits.substr(0, INPUTS / 4));
        chip.step();
        const std::string expected = digits.substr(INPUTS / 4), shown = digits_of(chip.p_shown);
        const std::string known = digits_of(chip.p_always__known);
        bool differs = false;
        for (size_t n = 0; n < known.size(); n++)
            differs |= shown[n] != expected[n] && (known[n] != '0' || clocks >= SETTLED);
        if (clocks >= UNKNOWN && differs) {
            std::cout << "clock " << clocks << ": driven " << digits.substr(0, INPUTS / 4) << ", expected " << expected
                      << ", shown " << shown << "\n";
            return 0;
        }
        chip.p_clock.set(true);
        chip.step();
        chip.p_clock.set(false);
        clocks++;
    }
    std::cout << clocks << " clocks agree\n";
}
