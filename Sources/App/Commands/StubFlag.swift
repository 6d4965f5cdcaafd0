import ArgumentParser
import ClientModel

/// The options that let the stub routes of `weir.yaml` respond to a command's requests.
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
    case .stub: "Respond to requests that match a stub route of weir.yaml from that route."
    case .stubStrict: "Respond only from stub routes; no request reaches the network."
    }
  }

  var mode: StubMode {
    switch self {
    case .stub: .registered
    case .stubStrict: .strict
    }
  }
}
