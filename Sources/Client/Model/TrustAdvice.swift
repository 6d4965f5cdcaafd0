/// The advice of errors that are caused by an untrusted workspace.
package enum TrustAdvice {
  /// The sentence with the command of the command line. The interface names its own command
  /// instead.
  package static let sentence = "Look at its files, then run `weir trust`."
}
