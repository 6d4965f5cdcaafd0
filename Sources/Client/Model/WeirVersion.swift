/// The version of Weir. `weir --version` prints it, and requests send it in `User-Agent`.
public enum WeirVersion {
  /// The version as three numbers: `0.1.0`.
  public static let text = "0.1.0"
}
