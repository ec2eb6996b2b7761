namespace System.Net;

public enum HttpStatusCode { OK, Created, Accepted, NoContent, BadRequest, Unauthorized, Forbidden, NotFound, Conflict, InternalServerError, ServiceUnavailable }
public class IPAddress { }
public class IPEndPoint { }
public class Cookie { }
public class WebClient { }
public abstract class WebRequest { }
public abstract class WebResponse { }
public class WebException : InvalidOperationException { }
