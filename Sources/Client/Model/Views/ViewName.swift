/// The views that Weir draws for one kind of content; the raw value is the word that `x-weir-view` has for it.
package enum ViewName: String, CaseIterable, Hashable, Sendable {
  /// A dictionary's entries, translations, thesaurus or sentences.
  case dictionary
  /// How often words are used.
  case frequency
  /// The words that match a query.
  case wordlist
}
