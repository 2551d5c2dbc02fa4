-- The chips of hdl/verilog as VHDL components. Generated; do not edit.

library ieee;
use ieee.std_logic_1164.all;

package carillon_components is

    component carillon_counter_apb is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 8.
            SLOT_BITS       : integer := 12;                        -- 2^SLOT_BITS slots in all wheels together, 10 to 20.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            ALARM           : integer := 0;                         -- 1: `ALARM_LO` and `ALARM_HI`.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT`.
            COALESCING      : integer := 0;                         -- 1: `INTR_COALESCE`.
            WHEEL_MODES     : integer := 0;                         -- 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
            SINGLE_PORT     : integer := 0                          -- 1: the busy bits lie in memory with one port.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            psel            : in  std_logic;                        -- The chip is selected.
            penable         : in  std_logic;                        -- The transfer's second clock and those after it; not looked at.
            paddr           : in  std_logic_vector(7 downto 0);     -- Byte address.
            pwrite          : in  std_logic;                        -- It is a write.
            pwdata          : in  std_logic_vector(31 downto 0);    -- The word to write.
            pstrb           : in  std_logic_vector(3 downto 0);     -- Which bytes of it.
            prdata          : out std_logic_vector(31 downto 0);    -- The word read.
            pready          : out std_logic;                        -- The transfer ends.
            pslverr         : out std_logic                         -- With `pready`: it has failed.
        );
    end component;

    component carillon_counter_axi_lite is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 8.
            SLOT_BITS       : integer := 12;                        -- 2^SLOT_BITS slots in all wheels together, 10 to 20.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            ALARM           : integer := 0;                         -- 1: `ALARM_LO` and `ALARM_HI`.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT`.
            COALESCING      : integer := 0;                         -- 1: `INTR_COALESCE`.
            WHEEL_MODES     : integer := 0;                         -- 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
            SINGLE_PORT     : integer := 0                          -- 1: the busy bits lie in memory with one port.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            s_axi_awaddr    : in  std_logic_vector(7 downto 0);     -- Write address: byte address.
            s_axi_awprot    : in  std_logic_vector(2 downto 0);     -- Write address: protection; not looked at.
            s_axi_awvalid   : in  std_logic;                        -- Write address: offered.
            s_axi_awready   : out std_logic;                        -- Write address: taken when offered.
            s_axi_wdata     : in  std_logic_vector(31 downto 0);    -- Write data: the word.
            s_axi_wstrb     : in  std_logic_vector(3 downto 0);     -- Write data: which bytes.
            s_axi_wvalid    : in  std_logic;                        -- Write data: offered.
            s_axi_wready    : out std_logic;                        -- Write data: taken when offered.
            s_axi_bresp     : out std_logic_vector(1 downto 0);     -- Write response: 0 is OKAY, 2 is SLVERR.
            s_axi_bvalid    : out std_logic;                        -- Write response: offered.
            s_axi_bready    : in  std_logic;                        -- Write response: taken when offered.
            s_axi_araddr    : in  std_logic_vector(7 downto 0);     -- Read address: byte address.
            s_axi_arprot    : in  std_logic_vector(2 downto 0);     -- Read address: protection; not looked at.
            s_axi_arvalid   : in  std_logic;                        -- Read address: offered.
            s_axi_arready   : out std_logic;                        -- Read address: taken when offered.
            s_axi_rdata     : out std_logic_vector(31 downto 0);    -- Read data: the word.
            s_axi_rresp     : out std_logic_vector(1 downto 0);     -- Read data: 0 is OKAY, 2 is SLVERR.
            s_axi_rvalid    : out std_logic;                        -- Read data: offered.
            s_axi_rready    : in  std_logic                         -- Read data: taken when offered.
        );
    end component;

    component carillon_counter_spi is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 8.
            SLOT_BITS       : integer := 12;                        -- 2^SLOT_BITS slots in all wheels together, 10 to 20.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            ALARM           : integer := 0;                         -- 1: `ALARM_LO` and `ALARM_HI`.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT`.
            COALESCING      : integer := 0;                         -- 1: `INTR_COALESCE`.
            WHEEL_MODES     : integer := 0;                         -- 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
            SINGLE_PORT     : integer := 0                          -- 1: the busy bits lie in memory with one port.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            spi_sck         : in  std_logic;                        -- The host's clock.
            spi_cs_n        : in  std_logic;                        -- Low: a frame for this chip.
            spi_mosi        : in  std_logic;                        -- From the host.
            spi_miso        : out std_logic                         -- To the host; always driven.
        );
    end component;

    component carillon_counter_uart is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 8.
            SLOT_BITS       : integer := 12;                        -- 2^SLOT_BITS slots in all wheels together, 10 to 20.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            ALARM           : integer := 0;                         -- 1: `ALARM_LO` and `ALARM_HI`.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT`.
            COALESCING      : integer := 0;                         -- 1: `INTR_COALESCE`.
            WHEEL_MODES     : integer := 0;                         -- 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
            SINGLE_PORT     : integer := 0;                         -- 1: the busy bits lie in memory with one port.
            CLOCKS_A_BIT    : integer := 104                        -- Clocks of a bit on the line, 4 to 65535.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            uart_rx         : in  std_logic;                        -- From the host; high when idle.
            uart_tx         : out std_logic                         -- To the host; high when idle.
        );
    end component;

    component carillon_counter_wishbone is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 8.
            SLOT_BITS       : integer := 12;                        -- 2^SLOT_BITS slots in all wheels together, 10 to 20.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            ALARM           : integer := 0;                         -- 1: `ALARM_LO` and `ALARM_HI`.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT`.
            COALESCING      : integer := 0;                         -- 1: `INTR_COALESCE`.
            WHEEL_MODES     : integer := 0;                         -- 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
            SINGLE_PORT     : integer := 0                          -- 1: the busy bits lie in memory with one port.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            wb_cyc          : in  std_logic;                        -- A bus cycle is under way.
            wb_stb          : in  std_logic;                        -- The master asks for a transfer.
            wb_we           : in  std_logic;                        -- It is a write.
            wb_sel          : in  std_logic_vector(3 downto 0);     -- Which bytes.
            wb_adr          : in  std_logic_vector(5 downto 0);     -- Which word.
            wb_dat_w        : in  std_logic_vector(31 downto 0);    -- The word to write.
            wb_dat_r        : out std_logic_vector(31 downto 0);    -- The word read.
            wb_ack          : out std_logic;                        -- The transfer is done.
            wb_err          : out std_logic;                        -- The transfer has failed.
            wb_stall        : out std_logic                         -- No transfer is accepted in this clock.
        );
    end component;

    component carillon_timer_apb is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 3.
            SLOT_BITS       : integer := 10;                        -- 2^SLOT_BITS busy bits for all wheels, 10 to 15.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            PERIODIC        : integer := 0;                         -- 1: periodic timers; a record has four words.
            WIDE            : integer := 0;                         -- 1: up to 2^20 timers; a record has four words.
            TIMER_BITS      : integer := 0;                         -- 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT_EXPIRY`.
            COALESCING      : integer := 0                          -- 1: `INTR_COALESCE`.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            psel            : in  std_logic;                        -- The chip is selected.
            penable         : in  std_logic;                        -- The transfer's second clock and those after it; not looked at.
            paddr           : in  std_logic_vector(22 downto 0);    -- Byte address.
            pwrite          : in  std_logic;                        -- It is a write.
            pwdata          : in  std_logic_vector(31 downto 0);    -- The word to write.
            pstrb           : in  std_logic_vector(3 downto 0);     -- Which bytes of it.
            prdata          : out std_logic_vector(31 downto 0);    -- The word read.
            pready          : out std_logic;                        -- The transfer ends.
            pslverr         : out std_logic;                        -- With `pready`: it has failed.
            memory_cyc      : out std_logic;                        -- A bus cycle to the records' memory is under way.
            memory_stb      : out std_logic;                        -- A transfer is asked for.
            memory_we       : out std_logic;                        -- It is a write.
            memory_sel      : out std_logic_vector(3 downto 0);     -- Which bytes.
            memory_adr      : out std_logic_vector(29 downto 0);    -- Which word.
            memory_dat_w    : out std_logic_vector(31 downto 0);    -- The word to write.
            memory_dat_r    : in  std_logic_vector(31 downto 0);    -- The word read.
            memory_ack      : in  std_logic;                        -- The transfer is done.
            memory_err      : in  std_logic;                        -- The transfer has failed.
            memory_stall    : in  std_logic                         -- No transfer is accepted in this clock.
        );
    end component;

    component carillon_timer_axi_lite is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 3.
            SLOT_BITS       : integer := 10;                        -- 2^SLOT_BITS busy bits for all wheels, 10 to 15.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            PERIODIC        : integer := 0;                         -- 1: periodic timers; a record has four words.
            WIDE            : integer := 0;                         -- 1: up to 2^20 timers; a record has four words.
            TIMER_BITS      : integer := 0;                         -- 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT_EXPIRY`.
            COALESCING      : integer := 0                          -- 1: `INTR_COALESCE`.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            s_axi_awaddr    : in  std_logic_vector(22 downto 0);    -- Write address: byte address.
            s_axi_awprot    : in  std_logic_vector(2 downto 0);     -- Write address: protection; not looked at.
            s_axi_awvalid   : in  std_logic;                        -- Write address: offered.
            s_axi_awready   : out std_logic;                        -- Write address: taken when offered.
            s_axi_wdata     : in  std_logic_vector(31 downto 0);    -- Write data: the word.
            s_axi_wstrb     : in  std_logic_vector(3 downto 0);     -- Write data: which bytes.
            s_axi_wvalid    : in  std_logic;                        -- Write data: offered.
            s_axi_wready    : out std_logic;                        -- Write data: taken when offered.
            s_axi_bresp     : out std_logic_vector(1 downto 0);     -- Write response: 0 is OKAY, 2 is SLVERR.
            s_axi_bvalid    : out std_logic;                        -- Write response: offered.
            s_axi_bready    : in  std_logic;                        -- Write response: taken when offered.
            s_axi_araddr    : in  std_logic_vector(22 downto 0);    -- Read address: byte address.
            s_axi_arprot    : in  std_logic_vector(2 downto 0);     -- Read address: protection; not looked at.
            s_axi_arvalid   : in  std_logic;                        -- Read address: offered.
            s_axi_arready   : out std_logic;                        -- Read address: taken when offered.
            s_axi_rdata     : out std_logic_vector(31 downto 0);    -- Read data: the word.
            s_axi_rresp     : out std_logic_vector(1 downto 0);     -- Read data: 0 is OKAY, 2 is SLVERR.
            s_axi_rvalid    : out std_logic;                        -- Read data: offered.
            s_axi_rready    : in  std_logic;                        -- Read data: taken when offered.
            memory_cyc      : out std_logic;                        -- A bus cycle to the records' memory is under way.
            memory_stb      : out std_logic;                        -- A transfer is asked for.
            memory_we       : out std_logic;                        -- It is a write.
            memory_sel      : out std_logic_vector(3 downto 0);     -- Which bytes.
            memory_adr      : out std_logic_vector(29 downto 0);    -- Which word.
            memory_dat_w    : out std_logic_vector(31 downto 0);    -- The word to write.
            memory_dat_r    : in  std_logic_vector(31 downto 0);    -- The word read.
            memory_ack      : in  std_logic;                        -- The transfer is done.
            memory_err      : in  std_logic;                        -- The transfer has failed.
            memory_stall    : in  std_logic                         -- No transfer is accepted in this clock.
        );
    end component;

    component carillon_timer_spi is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 3.
            SLOT_BITS       : integer := 10;                        -- 2^SLOT_BITS busy bits for all wheels, 10 to 15.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            PERIODIC        : integer := 0;                         -- 1: periodic timers; a record has four words.
            WIDE            : integer := 0;                         -- 1: up to 2^20 timers; a record has four words.
            TIMER_BITS      : integer := 0;                         -- 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT_EXPIRY`.
            COALESCING      : integer := 0                          -- 1: `INTR_COALESCE`.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            spi_sck         : in  std_logic;                        -- The host's clock.
            spi_cs_n        : in  std_logic;                        -- Low: a frame for this chip.
            spi_mosi        : in  std_logic;                        -- From the host.
            spi_miso        : out std_logic;                        -- To the host; always driven.
            memory_cyc      : out std_logic;                        -- A bus cycle to the records' memory is under way.
            memory_stb      : out std_logic;                        -- A transfer is asked for.
            memory_we       : out std_logic;                        -- It is a write.
            memory_sel      : out std_logic_vector(3 downto 0);     -- Which bytes.
            memory_adr      : out std_logic_vector(29 downto 0);    -- Which word.
            memory_dat_w    : out std_logic_vector(31 downto 0);    -- The word to write.
            memory_dat_r    : in  std_logic_vector(31 downto 0);    -- The word read.
            memory_ack      : in  std_logic;                        -- The transfer is done.
            memory_err      : in  std_logic;                        -- The transfer has failed.
            memory_stall    : in  std_logic                         -- No transfer is accepted in this clock.
        );
    end component;

    component carillon_timer_uart is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 3.
            SLOT_BITS       : integer := 10;                        -- 2^SLOT_BITS busy bits for all wheels, 10 to 15.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            PERIODIC        : integer := 0;                         -- 1: periodic timers; a record has four words.
            WIDE            : integer := 0;                         -- 1: up to 2^20 timers; a record has four words.
            TIMER_BITS      : integer := 0;                         -- 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT_EXPIRY`.
            COALESCING      : integer := 0;                         -- 1: `INTR_COALESCE`.
            CLOCKS_A_BIT    : integer := 104                        -- Clocks of a bit on the line, 4 to 65535.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            uart_rx         : in  std_logic;                        -- From the host; high when idle.
            uart_tx         : out std_logic;                        -- To the host; high when idle.
            memory_cyc      : out std_logic;                        -- A bus cycle to the records' memory is under way.
            memory_stb      : out std_logic;                        -- A transfer is asked for.
            memory_we       : out std_logic;                        -- It is a write.
            memory_sel      : out std_logic_vector(3 downto 0);     -- Which bytes.
            memory_adr      : out std_logic_vector(29 downto 0);    -- Which word.
            memory_dat_w    : out std_logic_vector(31 downto 0);    -- The word to write.
            memory_dat_r    : in  std_logic_vector(31 downto 0);    -- The word read.
            memory_ack      : in  std_logic;                        -- The transfer is done.
            memory_err      : in  std_logic;                        -- The transfer has failed.
            memory_stall    : in  std_logic                         -- No transfer is accepted in this clock.
        );
    end component;

    component carillon_timer_wishbone is
        generic (
            WHEELS          : integer := 1;                         -- Timing wheels, 1 to 3.
            SLOT_BITS       : integer := 10;                        -- 2^SLOT_BITS busy bits for all wheels, 10 to 15.
            FIFO_BITS       : integer := 4;                         -- Room for 2^FIFO_BITS events, 1 to 10.
            PERIODIC        : integer := 0;                         -- 1: periodic timers; a record has four words.
            WIDE            : integer := 0;                         -- 1: up to 2^20 timers; a record has four words.
            TIMER_BITS      : integer := 0;                         -- 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
            LOOK_AHEAD      : integer := 0;                         -- 1: `NEXT_EXPIRY`.
            COALESCING      : integer := 0                          -- 1: `INTR_COALESCE`.
        );
        port (
            clock           : in  std_logic;                        -- The one clock.
            reset           : in  std_logic;                        -- Synchronous reset, high.
            irq             : out std_logic;                        -- The interrupt line.
            wb_cyc          : in  std_logic;                        -- A bus cycle is under way.
            wb_stb          : in  std_logic;                        -- The master asks for a transfer.
            wb_we           : in  std_logic;                        -- It is a write.
            wb_sel          : in  std_logic_vector(3 downto 0);     -- Which bytes.
            wb_adr          : in  std_logic_vector(20 downto 0);    -- Which word.
            wb_dat_w        : in  std_logic_vector(31 downto 0);    -- The word to write.
            wb_dat_r        : out std_logic_vector(31 downto 0);    -- The word read.
            wb_ack          : out std_logic;                        -- The transfer is done.
            wb_err          : out std_logic;                        -- The transfer has failed.
            wb_stall        : out std_logic;                        -- No transfer is accepted in this clock.
            memory_cyc      : out std_logic;                        -- A bus cycle to the records' memory is under way.
            memory_stb      : out std_logic;                        -- A transfer is asked for.
            memory_we       : out std_logic;                        -- It is a write.
            memory_sel      : out std_logic_vector(3 downto 0);     -- Which bytes.
            memory_adr      : out std_logic_vector(29 downto 0);    -- Which word.
            memory_dat_w    : out std_logic_vector(31 downto 0);    -- The word to write.
            memory_dat_r    : in  std_logic_vector(31 downto 0);    -- The word read.
            memory_ack      : in  std_logic;                        -- The transfer is done.
            memory_err      : in  std_logic;                        -- The transfer has failed.
            memory_stall    : in  std_logic                         -- No transfer is accepted in this clock.
        );
    end component;

end package;
