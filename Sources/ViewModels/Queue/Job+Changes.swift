import ClientModel

extension Job {
  /// Returns the newer of two states of the same job. A list may have been read before a change
  /// that is already known.
  ///
  /// - Parameter known: The job as currently shown, or nil if it is not shown.
  func orNewer(_ known: Job?) -> Job {
    guard let known, known.since > since else { return self }
    return known
  }

  // MARK: Changes that are shown before the store has carried them out

  mutating func hold() {
    if case .polling(let word, _) = state {
      state = .polling(word: word, next: nil)
    } else if canBeMoved {
      state = .held(.byUser)
    }
  }

  mutating func release() {
    switch state {
    case .polling(let word, nil): state = .polling(word: word, next: since)
    case .held: state = .waiting(.slot)
    default: break
    }
  }

  /// Shows the job as waiting again. An interrupted job at a server stays unchanged, because only
  /// the store knows the time of the next poll.
  mutating func retry() {
    guard canBeRetried, remote == nil || state.word != .interrupted else { return }
    (state, cancelRequested) = (.waiting(.slot), false)
  }

  mutating func askToStop() {
    if !state.word.isFinished { cancelRequested = true }
  }
}
