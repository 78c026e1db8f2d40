internal import SimCore
