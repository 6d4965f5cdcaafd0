/// The rendered views there are; the raw value is the word that `x-weir-view` has for it.
package enum ViewName: String, CaseIterable, Hashable, Sendable {
  /// The positive and negative findings of a sentiment analysis.
  case sentiment
  /// Texts read from a picture, with their places.
  case ocr
  /// Persons, places and other things that a text names.
  case entities
  /// A dictionary's entries, translations, thesaurus or sentences.
  case dictionary
  /// How often words are used.
  case frequency
  /// The words that match a query.
  case wordlist
}
