import ClientModel

/// The redirects that a run has followed.
struct RedirectTrail: Sendable {
  private(set) var count = 0
  /// Whether a 303 led to the current request.
  private(set) var sawSeeOther = false
  /// The lineage of the request: whether requests before the redirect contained secrets. The
  /// response may repeat such secrets.
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
