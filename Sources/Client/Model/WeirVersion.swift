/// The version of Weir, which `weir --version` prints and requests send in `User-Agent`.
public enum WeirVersion {
  /// The version as three numbers: `0.1.0`.
  public static let text = "0.1.0"
}
