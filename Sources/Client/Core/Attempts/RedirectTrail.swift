import ClientModel

/// The redirects that a run has followed.
struct RedirectTrail: Sendable {
  private(set) var count = 0
  /// Whether the current request follows a redirect with status 303.
  private(set) var sawSeeOther = false
  /// Whether earlier requests of the redirect chain contained secrets, which the response may
  /// repeat.
  private(set) var lineage = RedirectHop.Lineage.plain

  init() {}

  init(continuing hop: RedirectHop) {
    count = hop.number
    lineage = hop.lineage
  }

  mutating func follow(_ lineage: RedirectHop.Lineage, from head: ResponseHead?) {
    self.lineage = lineage
    count += 1
    sawSeeOther = sawSeeOther || head?.status == 303
  }
}
