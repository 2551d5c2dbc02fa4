"""Compiles a SystemRDL file and prints its registers and fields, one a line, for system_rdl.rs to compare.

Use: system_rdl.py FILE [PARAMETER=true|false ...]
"""

import sys

from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegNode

compiler = RDLCompiler()
compiler.compile_file(sys.argv[1])
parameters = dict(argument.split("=") for argument in sys.argv[2:])
root = compiler.elaborate(parameters={name: value == "true" for name, value in parameters.items()})

for node in root.descendants(unroll=True):
    if isinstance(node, RegNode):
        print(node.inst_name, hex(node.absolute_address))
    elif isinstance(node, FieldNode):
        access = node.get_property("sw").name
        onwrite = node.get_property("onwrite")
        if onwrite is not None:
            access += " " + onwrite.name
        reset = node.get_property("reset")
        print(f"  {node.inst_name} {node.msb}:{node.lsb} {access} {'build' if reset is None else hex(reset)}")
