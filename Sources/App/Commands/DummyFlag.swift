import ArgumentParser
import ClientModel

/// Whether a command's requests are answered by the dummy routes of `weir.yaml`.
enum DummyFlag: String, EnumerableFlag {
  case dummy, dummyStrict

  static func name(for value: DummyFlag) -> NameSpecification {
    switch value {
    case .dummy: .customLong("dummy")
    case .dummyStrict: .customLong("dummy-strict")
    }
  }

  static func help(for value: DummyFlag) -> ArgumentHelp? {
    switch value {
    case .dummy: "Let the dummy routes of weir.yaml answer what they fit."
    case .dummyStrict: "Let dummy routes alone answer; nothing reaches the network."
    }
  }

  var mode: DummyMode {
    switch self {
    case .dummy: .registered
    case .dummyStrict: .strict
    }
  }
}
