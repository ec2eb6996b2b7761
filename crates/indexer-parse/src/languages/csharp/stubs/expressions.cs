namespace System.Linq.Expressions;

public abstract class Expression { public virtual Type Type { get; } public virtual ExpressionType NodeType { get; } }
public abstract class LambdaExpression : Expression { public Expression Body { get; } public System.Collections.ObjectModel.ReadOnlyCollection<ParameterExpression> Parameters { get; } public Delegate Compile(); }
public sealed class Expression<T> : LambdaExpression { public T Compile(); }
public class ParameterExpression : Expression { public string Name { get; } }
public class MemberExpression : Expression { public Expression Expression { get; } public System.Reflection.MemberInfo Member { get; } }
public class MethodCallExpression : Expression { public System.Reflection.MethodInfo Method { get; } public Expression Object { get; } public System.Collections.ObjectModel.ReadOnlyCollection<Expression> Arguments { get; } }
public class UnaryExpression : Expression { public Expression Operand { get; } }
public class BinaryExpression : Expression { public Expression Left { get; } public Expression Right { get; } }
public class ConstantExpression : Expression { public object Value { get; } }
public class ConditionalExpression : Expression { }
public class NewExpression : Expression { public System.Reflection.ConstructorInfo Constructor { get; } }
public class NewArrayExpression : Expression { }
public class MemberInitExpression : Expression { }
public class InvocationExpression : Expression { }
public class BlockExpression : Expression { }
public class DefaultExpression : Expression { }
public class LabelTarget { }
public abstract class ExpressionVisitor { public virtual Expression Visit(Expression node); }
public abstract class MemberBinding { }
public class MemberAssignment : MemberBinding { }
public enum ExpressionType { Call, Constant, Convert, Lambda, MemberAccess, Parameter, Quote }
