// One import for all who write a strategy, a policy, a workload or a metric of their own: it brings
// what the targets below make public.
@_exported public import CachePolicies
@_exported public import CacheWorkloads
@_exported public import ClientSimulation
@_exported public import ClientStrategies
@_exported public import DeviceModels
@_exported public import Experiments
@_exported public import Measurement
@_exported public import SimCore
