import ClientDocuments
import ClientModel

/// What a gateway says of the cache and of bodies, where the draft says nothing.
extension DraftReading {
  /// Fills the parts of the cache rule that the draft leaves open. A draft's own mode wins, `off` too;
  /// its key is its own.
  mutating func takeCacheDefaults(_ gateway: Gateway) {
    draft.options.cache = gateway.cache(for: draft.method).filling(draft.options.cache)
  }

  /// Turns a body of plain JSON members into the form that the gateway wants. One with nested values,
  /// which no form can say, stays JSON.
  mutating func encodeBody(as encoding: BodyEncoding?) {
    guard let encoding, encoding != .json, case .json(let text) = draft.body,
      let fields = Self.plainFields(of: text), !fields.isEmpty
    else { return }
    switch encoding {
    case .json: return
    case .form: draft.body = .form(fields)
    case .query:
      guard ["GET", "HEAD", "DELETE"].contains(draft.method.uppercased()) else { return }
      draft.body = .none
      draft.query += fields
    }
  }

  /// The members of a JSON object, nil when one of them is not a plain value.
  private static func plainFields(of text: String) -> [DraftField]? {
    guard let members = JSONMembers(text) else { return nil }
    var fields: [DraftField] = []
    for key in members.keys {
      guard let value = members.scalar(key) else { return nil }
      fields.append(DraftField(key, value))
    }
    return fields
  }
}
