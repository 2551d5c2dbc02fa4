# Arty A7, by Digilent, in Vivado; the clock has 100 MHz: set the parameter CLOCK_HZ to 100000000.
set_property -dict {PACKAGE_PIN E3 IOSTANDARD LVCMOS33} [get_ports clock]
# CK_RST, and the light LD4.
set_property -dict {PACKAGE_PIN C2 IOSTANDARD LVCMOS33} [get_ports reset_n]
set_property -dict {PACKAGE_PIN H5 IOSTANDARD LVCMOS33} [get_ports led]

create_clock -name clock -period 10.000 [get_ports clock]
# Asynchronous: two flip-flops take it in. Nobody reads the LED by a clock.
set_false_path -from [get_ports reset_n]
set_false_path -to [get_ports led]
