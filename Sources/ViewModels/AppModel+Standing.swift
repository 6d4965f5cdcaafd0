import ClientModel

/// The problem that stands at the foot of the screen while its field is at hand.
extension AppModel {
  /// What is wrong with the field at hand, in full; nil when nothing is, or when it was put away.
  package var standing: Notice? { overlays.isEmpty ? coveredStanding : nil }

  /// What a person should know of the field or the value at hand, for the same line while nothing else stands there.
  package var caption: String? {
    guard overlays.isEmpty else { return nil }
    switch focus {
    case .composer: return composer.about
    case .queue: return nil
    case .response: return response.captionWords
    }
  }

  /// The same also while something lies over the panels: room is kept for it, so that they stay.
  package var coveredStanding: Notice? {
    guard focus == .composer, let problem = composer.standingProblem, problem != composer.hushed
    else { return nil }
    return problem
  }
}

extension ComposerModel {
  /// The problem of the field at hand, else the first of the request.
  package var standingProblem: Notice? {
    if cursor == .body, let bodyFault { return Notice(.warning, bodyFault.sentence) }
    if form != nil, let notice = formStanding { return notice }
    // What the form tells at its fields is not told twice.
    guard formProblems.isEmpty else { return nil }
    return (problem(at: cursor) ?? problems.first).map(Notice.init)
  }

  /// The problem, else all that is said of the field at hand.
  var explanation: Notice? { standingProblem ?? about.map { Notice(.info, $0) } }

  /// Puts the standing problem away until it changes.
  mutating func hush() { hushed = standingProblem }
}
