/// What a page of the manual is read about: a panel, or a list over the panels.
package enum ManualSubject: String, CaseIterable, Hashable, Sendable {
  case composer, queue, response
  case requests, graphs, catalogs, history, environments, gateways, cookies, cache, sharedValues,
    log,
    themes
  /// The list of keys, the palette, and lists that belong to a field.
  case keys
}
