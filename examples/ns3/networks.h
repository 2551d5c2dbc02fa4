// The networks that are simulated.

#ifndef NETWORKS_H
#define NETWORKS_H

#include <cstdint>

// The thesis's: this many times six nodes and seven links with RIPng. One link goes down and up every 20 seconds, and
// packets then take another way, of higher cost.
void BuildRipng(uint32_t copies);

// This many TCP connections between two routers, each of which sends as much as it can.
void BuildTcp(uint32_t connections);

#endif
