/// The lines above and below the rows of a list.
extension Overlays {
  /// Returns whether a list has a line above its rows: its filter or its caption.
  package func hasHead(_ list: ListModel) -> Bool {
    list.isTyping || !list.filter.isEmpty || sources[list.source] is any CaptionedListSource
  }

  /// Returns whether a list has a text about the selected row below its rows.
  package func isDescribed(_ list: ListModel) -> Bool {
    sources[list.source] is any DescribedListSource
  }

  /// Returns the text about the selected row. Returns nil if the list shows none.
  func description(of list: ListModel, _ facts: ListFacts) -> String? {
    guard let place = sources[list.source] as? any DescribedListSource else { return nil }
    return selectedRow(of: list, facts).map(place.description)
  }
}
