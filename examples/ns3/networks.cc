#include "networks.h"

#include <ns3/applications-module.h>
#include <ns3/core-module.h>
#include <ns3/csma-module.h>
#include <ns3/internet-apps-module.h>
#include <ns3/internet-module.h>
#include <ns3/point-to-point-module.h>

using namespace ns3;

static void SetLink(Ptr<Node> node, uint32_t interface, bool up) {
    const Ptr<Ipv6> ip = node->GetObject<Ipv6>();
    up ? ip->SetUp(interface) : ip->SetDown(interface);
}

// In the order of the links: source to A, A to B, A to C, B to C, B to D, C to D, D to destination.
static const struct {
    uint32_t from, to;
} LINKS[] = {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {4, 5}};
static const uint32_t FAILING = 4, COSTLY = 5;

void BuildRipng(uint32_t copies) {
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", DataRateValue(DataRate("5Mbps")));
    csma.SetChannelAttribute("Delay", TimeValue(MilliSeconds(2)));
    Ipv6AddressHelper addresses(Ipv6Address("2001:1::"), Ipv6Prefix(64));
    InternetStackHelper hosts;
    hosts.SetIpv4StackInstall(false);
    for (uint32_t copy = 0; copy < copies; ++copy) {
        NodeContainer nodes(6);
        RipNgHelper ripng;
        ripng.ExcludeInterface(nodes.Get(1), 1);
        ripng.ExcludeInterface(nodes.Get(4), 3);
        InternetStackHelper routers(hosts);
        Ipv6ListRoutingHelper lists;
        lists.Add(ripng, 0);
        routers.SetRoutingHelper(lists);
        for (uint32_t i = 0; i < 6; ++i) {
            (i == 0 || i == 5 ? hosts : routers).Install(nodes.Get(i));
        }
        // The number of each link's interface at either end.
        uint32_t interfaces[6] = {};
        Ipv6Address to;
        for (uint32_t link = 0; link < 7; ++link) {
            const auto [a, b] = LINKS[link];
            Ipv6InterfaceContainer ends = addresses.Assign(csma.Install({nodes.Get(a), nodes.Get(b)}));
            addresses.NewNetwork();
            ++interfaces[a];
            ++interfaces[b];
            for (uint32_t end = 0; end < 2; ++end) {
                ends.SetForwarding(end, (end == 0 ? a : b) % 5 != 0);
            }
            if (link == 0) {
                ends.SetDefaultRouteInAllNodes(1);
            } else if (link == 6) {
                ends.SetDefaultRouteInAllNodes(0);
                to = ends.GetAddress(1, 1);
            }
            if (link == COSTLY) {
                ripng.SetInterfaceMetric(nodes.Get(a), interfaces[a], 10);
                ripng.SetInterfaceMetric(nodes.Get(b), interfaces[b], 10);
            }
            if (link == FAILING) {
                for (uint32_t second = 20; second <= 100; second += 20) {
                    const bool up = second % 40 == 0;
                    Simulator::Schedule(Seconds(second), SetLink, nodes.Get(a), interfaces[a], up);
                    Simulator::Schedule(Seconds(second), SetLink, nodes.Get(b), interfaces[b], up);
                }
            }
        }
        Ping6Helper ping;
        ping.SetRemote(to);
        ping.SetAttribute("MaxPackets", UintegerValue(1000));
        ping.SetAttribute("Interval", TimeValue(Seconds(1)));
        ping.SetAttribute("PacketSize", UintegerValue(1024));
        ping.Install(nodes.Get(0)).Start(Seconds(1));
    }
    Simulator::Stop(Seconds(110));
}

void BuildTcp(uint32_t connections) {
    NodeContainer routers(2), senders(connections), receivers(connections);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.InstallAll();
    PointToPointHelper shared, own;
    shared.SetDeviceAttribute("DataRate", DataRateValue(DataRate(2000000ULL * connections)));
    shared.SetChannelAttribute("Delay", StringValue("10ms"));
    own.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
    addresses.Assign(shared.Install(routers));
    for (uint32_t i = 0; i < connections; ++i) {
        own.SetChannelAttribute("Delay", TimeValue(MicroSeconds(1000 + 37 * i)));
        addresses.NewNetwork();
        addresses.Assign(own.Install({senders.Get(i), routers.Get(0)}));
        addresses.NewNetwork();
        const Ipv4Address to = addresses.Assign(own.Install({receivers.Get(i), routers.Get(1)})).GetAddress(0);
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(to, 9));
        source.Install(senders.Get(i)).Start(MilliSeconds(i));
        PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
        sink.Install(receivers.Get(i)).Start(Seconds(0));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    Simulator::Stop(Seconds(1));
}
