# Lint of all tops for many parameters; silent if all is well.
cd $1
for bus in wishbone axi_lite apb spi uart; do
  T=carillon_counter_$bus; F="carillon_shared.v carillon_$bus.v carillon_counter.v $T.v"
  while read -r g; do
    verilator --lint-only -Wall -Wno-DECLFILENAME --top-module $T $g $F 2>&1 | grep "^%" | sed "s/^/$bus $g /" | head -5
    iverilog -g2005 -Wall -t null -s $T $(echo $g | sed "s/-G/-P$T./g") $F 2>&1 | sed "s/^/$bus $g /" | head -5
    [ $bus != wishbone ] && [ -n "$g" ] && break
  done <<'X'

-GWHEELS=4 -GALARM=1 -GLOOK_AHEAD=1 -GCOALESCING=1 -GWHEEL_MODES=1
-GWHEELS=8 -GSLOT_BITS=20 -GFIFO_BITS=10 -GALARM=1 -GLOOK_AHEAD=1 -GCOALESCING=1 -GWHEEL_MODES=1 -GSINGLE_PORT=1
-GSLOT_BITS=10 -GFIFO_BITS=1 -GLOOK_AHEAD=1
-GSLOT_BITS=11 -GWHEELS=2 -GFIFO_BITS=8 -GLOOK_AHEAD=1 -GSINGLE_PORT=1
-GSLOT_BITS=19 -GSINGLE_PORT=1
-GALARM=1
-GCOALESCING=1 -GFIFO_BITS=10
-GWHEEL_MODES=1
-GSLOT_BITS=13 -GLOOK_AHEAD=1
-GSLOT_BITS=14 -GLOOK_AHEAD=1 -GWHEELS=3
-GSLOT_BITS=17 -GLOOK_AHEAD=1
X
done; echo linted
