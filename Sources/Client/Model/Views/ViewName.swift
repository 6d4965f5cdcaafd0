/// The special views that Weir can draw. The raw value is the word in `x-weir-view`.
package enum ViewName: String, CaseIterable, Hashable, Sendable {
  /// The entries, translations, thesaurus or sentences from a dictionary.
  case dictionary
  /// The frequencies of words.
  case frequency
  /// The words that match a query.
  case wordlist
}
