package import ClientModel

/// Turns a draft into a prepared request: fills templates, checks everything, seals what is secret.
package struct Preparation: Sendable {
  /// Values for `{{name}}`, already layered.
  package var environment: Environment
  package var files: FileFacts
  package var random: RandomSource

  package init(
    environment: Environment = Environment(), files: FileFacts, random: RandomSource = .system
  ) {
    self.environment = environment
    self.files = files
    self.random = random
  }

  /// The request when nothing is wrong; otherwise every problem at once.
  package func prepare(_ draft: Draft) throws(DraftProblems) -> PreparedRequest {
    let result = examine(draft)
    guard let request = result.request else { throw DraftProblems(problems: result.problems) }
    return request
  }

  /// Everything there is to say about a draft; cheap enough to be asked at each key.
  package func examine(_ draft: Draft) -> Examination {
    Examination(request: nil, problems: [], warnings: [])
  }
}

/// What a look at a draft came to.
package struct Examination: Hashable, Sendable {
  /// Nil exactly when there are problems.
  package var request: PreparedRequest?
  package var problems: [DraftProblem]
  /// What does not stop the request but should be known, such as a password in the URL.
  package var warnings: [DraftProblem]

  package init(request: PreparedRequest?, problems: [DraftProblem], warnings: [DraftProblem]) {
    self.request = request
    self.problems = problems
    self.warnings = warnings
  }
}

/// Everything that is wrong with one draft; never empty.
package struct DraftProblems: Error, Hashable, Sendable {
  package let problems: [DraftProblem]

  package init(problems: [DraftProblem]) { self.problems = problems }
}
