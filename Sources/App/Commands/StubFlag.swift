import ArgumentParser
import ClientModel

/// Whether a command's requests are answered by the stub routes of `weir.yaml`.
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
    case .stub: "Let the stub routes of weir.yaml answer what they fit."
    case .stubStrict: "Let stub routes alone answer; nothing reaches the network."
    }
  }

  var mode: StubMode {
    switch self {
    case .stub: .registered
    case .stubStrict: .strict
    }
  }
}
