import ClientCore
import ClientModel

/// The signing of requests directly before sending. A signature contains its time and is valid only
/// for minutes.
extension TransferLoop {
  /// Signs a request on a separate thread. Signing reads the full body, and the body may be a large
  /// or slow file.
  func sign(_ attempt: OutgoingAttempt, _ kind: AuthScheme.SignatureKind) {
    delayed.sign(attempt)
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
    // The attempt was cancelled while it was signed. It has already ended.
    guard var attempt = delayed.takeSigned(id) else { return }
    switch result {
    case .success(let request):
      attempt.request = request
      begin(attempt)
    case .failure(let failure):
      if DescriptorBudget.isExhausted { return delay(attempt) }
      refuse(attempt, end: .failed(failure))
    }
  }
}
