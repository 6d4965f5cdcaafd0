import ArgumentParser
import ClientModel

/// The options for stub responses. The stub routes of `weir.yaml` then respond to the command's
/// requests.
enum StubFlag: String, EnumerableFlag {
  case stub, stubStrict

  static func name(for value: StubFlag) -> NameSpecification {
    switch value {
    case .stub: .customLong("stub")
    case .stubStrict: .customLong("stub-strict")
    }
  }

  static func help(for value: StubFlag) -> ArgumentHelp? {
    switch value {
    case .stub:
      "Use the response of a stub route in weir.yaml for each request that matches the route."
    case .stubStrict: "Use only the responses of stub routes; no request reaches the network."
    }
  }

  var mode: StubMode {
    switch self {
    case .stub: .registered
    case .stubStrict: .strict
    }
  }
}
