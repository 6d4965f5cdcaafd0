import ClientCore
import ClientModel

/// Requests that are signed just before they go out: a signature names its time, and holds for minutes.
extension TransferLoop {
  /// To sign a body is to read it, and a file may be large or slow, so another thread does it.
  func sign(_ attempt: OutgoingAttempt, _ kind: AuthScheme.SignatureKind) {
    signing[attempt.id] = attempt
    let (id, request, inbox) = (attempt.id, attempt.request, inbox)
    OwnThread.run {
      let result = Result { () throws(Failure) in
        switch kind {
        case .awsV4: try AWSSignature.signed(request)
        }
      }
      inbox.put(.signed(id, result))
    }
  }

  func finishSigning(_ id: AttemptID, _ result: Result<WireRequest, Failure>) {
    // One that was cancelled meanwhile has ended.
    guard var attempt = signing.removeValue(forKey: id) else { return }
    switch result {
    case .success(let request):
      attempt.request = request
      begin(attempt)
    case .failure(let failure):
      if DescriptorBudget.isExhausted { return putOff(attempt) }
      refuse(attempt, end: .failed(failure))
    }
  }

  /// - Parameter ids: Nil for all of them.
  func cancelSigning(_ ids: Set<AttemptID>?) {
    for (id, attempt) in signing where ids?.contains(id) ?? true {
      signing[id] = nil
      refuse(attempt, end: .cancelled)
    }
  }
}
