/// A way to look at one exchange.
package enum ResponseTab: Int, CaseIterable, Hashable, Sendable {
  case tree, raw, headers, timing, attempts, wire

  package var title: String {
    switch self {
    case .tree: "Tree"
    case .raw: "Raw"
    case .headers: "Headers"
    case .timing: "Timing"
    case .attempts: "Attempts"
    case .wire: "Wire"
    }
  }

  func moved(by step: Int) -> ResponseTab {
    let count = Self.allCases.count
    return Self.allCases[(rawValue + step + count) % count]
  }
}

/// How the Raw tab shows JSON.
package enum RawLayout: Hashable, Sendable {
  case pretty
  case asItCame

  var view: DocumentView { self == .pretty ? .pretty : .raw }
}
