/// One place in the composer that can be edited; indices count from 0.
package enum ComposerField: Hashable, Sendable {
  case method, url
  case cell(Grid, row: Int, Column)
  case bodyKind, body, bodyPath, mediaType
  case authorizationKind, user, password, token
  case option(OptionField)

  /// The lists of names and values.
  package enum Grid: Hashable, Sendable { case pathVariables, query, headers, form, parts }
  package enum Column: Hashable, Sendable { case name, value }
}

/// What can be set on the options tab.
package enum OptionField: String, CaseIterable, Hashable, Sendable {
  case redirects, attempts, verification, cookies, version, timeout, connect, proxy, socket
  case authorities, certificate, key
}
