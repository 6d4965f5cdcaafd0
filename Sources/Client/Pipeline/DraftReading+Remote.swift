import ClientModel

extension DraftReading {
  /// Returns the draft's remote rule and its polling query, with filled templates. Returns nil if
  /// the draft has no remote rule.
  mutating func remoteUse() -> RemoteUse? {
    guard var rule = draft.remote else { return nil }
    var query: [HeaderField] = []
    for field in rule.query where field.mark != .off {
      let name = fillPlain(field.name, .option("job"), "The name of a query field")
      let value =
        field.mark == .secret
        ? fillSecret(field.value, .option("job"), .percent) : fill(field.value, .option("job"))
      query.append(HeaderField(name, value.mapPlain(.percent) { $0 }))
    }
    rule.query = []
    return RemoteUse(rule: rule, query: query)
  }
}
