// The ports of the chip with its SPI bus adapter, for elaborating a board's top without it.
(* blackbox *)
module carillon (input clock, reset, spi_sck, spi_cs_n, spi_mosi, output irq, spi_miso);
endmodule
