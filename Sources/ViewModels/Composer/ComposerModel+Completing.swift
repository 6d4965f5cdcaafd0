import ClientModel

/// What Tab would add to the text being typed.
extension ComposerModel {
  /// The rest of the first word that fits what stands before the cursor; nil when there is none.
  package var completion: String? {
    guard let editing, editing.selection == nil, editing.isAtLineEnd, !hidesText(of: cursor) else {
      return nil
    }
    let before = editing.textBeforeCursor
    if let template = templateCompletion(before) { return template }
    if let path = pathCompletion(before) { return path }
    guard case .cell(.headers, let row, let column) = cursor, !before.isEmpty else { return nil }
    let words =
      column == .name
      ? HeaderCompletion.names
      : HeaderCompletion.values(of: draft.text(of: .cell(.headers, row: row, .name)))
    return rest(of: words, after: before)
  }

  /// Takes the completion; false when there is none.
  package mutating func complete() -> Bool {
    guard let completion else { return false }
    insert(completion)
    return true
  }

  /// `{{na` becomes `{{name}}` after the values of the environment.
  private func templateCompletion(_ before: String) -> String? {
    guard let open = before.ranges(of: "{{").last else { return nil }
    let typed = before[open.upperBound...]
    guard !typed.isEmpty, !typed.contains(byte: "}") else { return nil }
    let names = environment.values.keys.sorted()
    if names.contains(String(typed)) { return "}}" }
    return rest(of: names, after: String(typed)).map { $0 + "}}" }
  }

  private func rest(of words: [String], after typed: String) -> String? {
    let wanted = typed.lowercased()
    // A whole word has nothing to add, even where a longer one begins like it.
    guard !words.contains(where: { $0.lowercased() == wanted }) else { return nil }
    return words.first { $0.lowercased().begins(with: wanted) }.map {
      String($0.dropFirst(typed.count))
    }
  }
}
