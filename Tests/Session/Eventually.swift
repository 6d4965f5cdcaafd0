import TestSupport
import Testing

/// Waits until a condition holds; a process under test works at its own pace.
///
/// - Parameter what: What is said when it never did.
func eventually(
  _ what: String, at place: SourceLocation = #_sourceLocation, _ isMet: () -> Bool
) {
  #expect(poll { isMet() }, "\(what)", sourceLocation: place)
}
