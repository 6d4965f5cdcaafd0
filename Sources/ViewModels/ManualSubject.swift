/// The subject of a page of the manual: a panel, or a list over the panels.
package enum ManualSubject: String, CaseIterable, Hashable, Sendable {
  case composer, queue, response
  case requests, graphs, catalogs, history, environments, gateways, cookies, cache, sharedValues,
    log,
    themes
  /// The list of keys, the palette, and the lists of a field.
  case keys
}

extension AppModel {
  /// The subject of the innermost list or of the focused panel.
  var manualSubject: ManualSubject {
    guard case .list(let list) = overlays.last else {
      switch focus {
      case .requests: return .requests
      case .composer: return .composer
      case .queue: return .queue
      case .response: return .response
      }
    }
    return Self.subjects.first { $0.list == list.place }?.subject ?? .keys
  }

  private static let subjects: [(list: ListID, subject: ManualSubject)] = [
    (ListID(\.requests), .requests), (ListID(\.openRequests), .composer),
    (ListID(\.catalogs), .catalogs), (ListID(\.history), .history),
    (ListID(\.environments), .environments), (ListID(\.gateways), .gateways),
    (ListID(\.cookies), .cookies), (ListID(\.cache), .cache), (ListID(\.shared), .sharedValues),
    (ListID(\.log), .log), (ListID(\.themes), .themes), (ListID(\.graph), .graphs),
    (ListID(\.graphRequests), .graphs), (ListID(\.graphInputs), .graphs),
  ]
}
