// The ports of the chip with its UART bus adapter, for elaborating a board's top without it.
(* blackbox *)
module carillon (input clock, reset, uart_rx, output irq, uart_tx);
endmodule
